import { textTable } from '../../server/ops/command-line/text-table.ts';
import type { Measured } from './measure-shop.ts';

const LIMIT_RATIO = 2;
/** Less than this is the noise of the machine: the least of many tries differs by so much from run to run. */
const NOISE_MS = 1;

interface Column {
  orders: number;
  rows: readonly Measured[];
}

/** One line for each thing measured: what it costs in each shop, and how often what it costs in the first. */
export function scaleTable(columns: readonly Column[]): { text: string; isFlat: boolean } {
  const [first] = columns;
  let isFlat = true;
  const lines = (first?.rows ?? []).map(({ what, ms: base }) => {
    const line: Record<string, string> = { what };
    for (const { orders, rows } of columns) {
      const ms = rows.find((row) => row.what === what)?.ms ?? Number.NaN;
      const isOver = ms > LIMIT_RATIO * base && ms - base > NOISE_MS;
      if (isOver) isFlat = false;
      line[`${orders} ms`] = ms.toFixed(ms < 10 ? 1 : 0);
      if (orders !== first?.orders)
        line[`${orders} ratio`] = `${(ms / base).toFixed(1)}${isOver ? ' OVER' : ''}`;
    }
    return line;
  });
  return { text: textTable(lines, ''), isFlat };
}
