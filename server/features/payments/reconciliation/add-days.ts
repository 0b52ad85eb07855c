const DAY_MS = 24 * 60 * 60_000;

/** Adds days to a calendar day. @param day `YYYY-MM-DD`, like the result. */
export function addDaysToIsoDate(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
}
