/** @returns the median; null for an empty list. */
export function median(figures: readonly number[]): number | null {
  const sorted = [...figures].sort((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** @returns the shortest of several runs, because other programs of the machine can only make a run slower. */
export async function measureFastestRunMs(runCount: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < runCount; time += 1) {
    const beganAt = performance.now();
    await work();
    least = Math.min(least, performance.now() - beganAt);
  }
  return least;
}
