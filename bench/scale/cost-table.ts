import { textTable } from '../../server/ops/command-line/print.ts';

/** What one thing costs in one shop. */
export interface Measured {
  what: string;
  ms: number;
}

interface Column {
  /** What is counted in its shop. */
  size: number;
  rows: readonly Measured[];
}

/**
 * One line for each thing measured: what it costs in each shop, and how often what it costs in the first.
 *
 * @param most the ratio that is too much above, unless it is noise: the least of many tries differs from run to run.
 */
export function costTable(
  columns: readonly Column[],
  most: { ratio: number; noiseMs: number },
): { text: string; isFlat: boolean } {
  const [first] = columns;
  let isFlat = true;
  const lines = (first?.rows ?? []).map(({ what, ms: base }, row) => {
    const line: Record<string, string> = { what };
    for (const { size, rows } of columns) {
      const ms = rows[row]?.ms ?? Number.NaN;
      const isOver = ms > most.ratio * base && ms - base > most.noiseMs;
      if (isOver) isFlat = false;
      line[`${size} ms`] = ms.toFixed(ms < 10 ? 2 : 0);
      if (size !== first?.size) line[`${size} ratio`] = `${(ms / base).toFixed(1)}${isOver ? ' OVER' : ''}`;
    }
    return line;
  });
  return { text: textTable(lines), isFlat };
}

/** The least of so many tries: what the thing itself costs, beside whatever else the machine does. */
export async function leastMs(times: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const beganAt = performance.now();
    await work();
    least = Math.min(least, performance.now() - beganAt);
  }
  return least;
}
