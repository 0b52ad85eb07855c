/** The whole percent is rounded down, so that 100 means that the minimum is reached. @source groups.md */
export function calculateGroupProgressPercent(unitsSold: number, minimumUnits: number): number {
  if (minimumUnits <= 0) return 100;
  return Math.max(0, Math.min(100, Math.floor((unitsSold / minimumUnits) * 100)));
}

/** @returns base units that are missing to the minimum, never below 0. */
export function calculateGroupUnitsRemaining(unitsSold: number, minimumUnits: number): number {
  return Math.max(0, minimumUnits - unitsSold);
}

/** @returns milliseconds until the deadline, never below 0. */
export function calculateTimeRemainingMs(deadlineMs: number, nowMs: number): number {
  return Math.max(0, deadlineMs - nowMs);
}

/** @returns the member's share of the units sold, in percent with one decimal; 0 while nothing is sold. */
export function calculateMemberSharePercent(userUnits: number, unitsSold: number): number {
  return unitsSold > 0 ? Math.round((userUnits / unitsSold) * 1000) / 10 : 0;
}

/** @returns whole days until a deadline, rounded up; 0 when no time is left. @source spec section 4 */
export function calculateDaysLeft(remainingMs: number): number {
  return remainingMs > 0 ? Math.ceil(remainingMs / 86_400_000) : 0;
}
