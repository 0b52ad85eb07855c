const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Lagos is one hour ahead of UTC all year. The offset is fixed here, because old phones lack time zone data. */
const LAGOS_AHEAD_MS = 3_600_000;

/** Formats a time as its day in Lagos: `1 Dec 2026`. */
export function formatLagosDate(instant: string): string {
  const { day, month, year } = splitDay(instant);
  return `${day} ${month} ${year}`;
}

/** Formats a range of days as `2 to 5 Dec 2026`. The first day has a month and year only where they differ. */
export function formatLagosDateRange(from: string, to: string): string {
  if (formatLagosDate(from) === formatLagosDate(to)) return formatLagosDate(to);
  const [first, last] = [splitDay(from), splitDay(to)];
  if (first.year !== last.year) return `${formatLagosDate(from)} to ${formatLagosDate(to)}`;
  const month = first.month === last.month ? '' : ` ${first.month}`;
  return `${first.day}${month} to ${formatLagosDate(to)}`;
}

/** Formats a time in Lagos: `1 Dec 2026, 14:05 WAT`. */
export function formatLagosDateTimeWithZone(instant: string): string {
  return `${formatLagosDate(instant)}, ${splitDay(instant).time} WAT`;
}

function splitDay(instant: string): { day: number; month: string | undefined; year: string; time: string } {
  const lagos = new Date(Date.parse(instant) + LAGOS_AHEAD_MS).toISOString();
  return {
    day: Number(lagos.slice(8, 10)),
    month: MONTHS[Number(lagos.slice(5, 7)) - 1],
    year: lagos.slice(0, 4),
    time: lagos.slice(11, 16),
  };
}
