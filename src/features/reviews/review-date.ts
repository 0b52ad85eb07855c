const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Lagos is one hour ahead of UTC all year, so adding this time gives the day in Lagos. */
const LAGOS_AHEAD_MS = 60 * 60_000;

/** Formats the day in Lagos, `20 Nov 2026`. Server and phone must render the same text, so no locale data is used. */
export function formatReviewDay(instant: string): string {
  const day = new Date(Date.parse(instant) + LAGOS_AHEAD_MS);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}
