/** The middle figure, or the mean of the two middle ones; null without figures. */
export function median(figures: readonly number[]): number | null {
  const sorted = [...figures].sort((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The minimum over several tries, which excludes other work of the machine. */
export async function leastMs(times: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const beganAt = performance.now();
    await work();
    least = Math.min(least, performance.now() - beganAt);
  }
  return least;
}
