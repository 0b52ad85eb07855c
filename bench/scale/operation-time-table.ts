import { formatTextTable } from '../../server/ops/command-line/print.ts';

export interface OperationTime {
  what: string;
  ms: number;
}

interface Column {
  size: number;
  rows: readonly OperationTime[];
}

/**
 * Formats one row per operation: its time in each shop and the ratio to the smallest shop, which comes first.
 * @param limit the highest allowed ratio; a difference below `noiseMs` is allowed at any ratio.
 */
export function formatOperationTimeTable(
  columns: readonly Column[],
  limit: { ratio: number; noiseMs: number },
): { text: string; isFlat: boolean } {
  const [first] = columns;
  let isFlat = true;
  const lines = (first?.rows ?? []).map(({ what, ms: base }, row) => {
    const line: Record<string, string> = { what };
    for (const { size, rows } of columns) {
      const ms = rows[row]?.ms ?? Number.NaN;
      const isOver = ms > limit.ratio * base && ms - base > limit.noiseMs;
      if (isOver) isFlat = false;
      line[`${size} ms`] = ms.toFixed(ms < 10 ? 2 : 0);
      if (size !== first?.size) line[`${size} ratio`] = `${(ms / base).toFixed(1)}${isOver ? ' OVER' : ''}`;
    }
    return line;
  });
  return { text: formatTextTable(lines), isFlat };
}
