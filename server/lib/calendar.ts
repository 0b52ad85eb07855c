/** Accepts only real days as YYYY-MM-DD: JavaScript turns 30 February into 2 March, and the database has no year 0. */
export function isCalendarDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return text >= '1900' && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** Accepts a time with its time zone, such as 2026-01-02T09:30Z. */
export function isIsoTimestamp(text: string): boolean {
  const hasForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  return hasForm && isCalendarDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

const LAGOS_MS = 3_600_000;

/** @returns day and minute in Lagos, which is an hour ahead of UTC all year, such as `2026-11-20` and `14:05`. */
export function formatLagosDayAndTime(at: Date): [day: string, time: string] {
  const text = new Date(at.getTime() + LAGOS_MS).toISOString();
  return [text.slice(0, 10), text.slice(11, 16)];
}
