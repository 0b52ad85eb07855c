const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Below three days the time is formatted in hours, because "2 days left" would not change for a whole day. */
const DAYS_FROM_MS = 3 * DAY_MS;

/**
 * Formats `3 days left`, `47 hours left` or `20 min left`, rounded down.
 * @returns null when the time is over or unknown.
 */
export function formatTimeLeft(deadline: string | null | undefined, nowMs: number): string | null {
  const leftMs = Date.parse(deadline ?? '') - nowMs;
  if (!(leftMs > 0)) return null;
  if (leftMs >= DAYS_FROM_MS) return `${Math.floor(leftMs / DAY_MS)} days left`;
  const hours = Math.floor(leftMs / HOUR_MS);
  if (hours > 0) return `${hours} ${hours === 1 ? 'hour' : 'hours'} left`;
  return `${Math.max(1, Math.floor(leftMs / MINUTE_MS))} min left`;
}
