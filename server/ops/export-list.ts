import { EXPORT_ROWS_MAX } from '#contract/limits.ts';
import { writeAuditEntry } from '../audit/audit-log.ts';
import { formatCsv } from '../lib/csv.ts';
import { type ActionResult, getAuditActionName, type OperatorActionContext } from './action.ts';

interface Export<Row> {
  /** Name of the exported list in the audit log. */
  target: string;
  columns: readonly string[];
  /** Key of the last row in the previous file; undefined: this is the first file. */
  after: string | undefined;
  read: (after: string | undefined, limit: number) => Promise<Row[]>;
  /** @returns the key of a row; the next page begins after it. */
  keyOf: (row: Row) => string;
  cellsOf: (row: Row) => string[];
}

const PAGE = 1_000;

/**
 * Reads a list page by page into a CSV text of at most `EXPORT_ROWS_MAX` rows.
 * @returns the CSV, and in `next` the key after which the next file continues; null: this file ends the list.
 */
export async function exportListAsCsv<Row>(
  context: OperatorActionContext,
  { target, columns, after, read, keyOf, cellsOf }: Export<Row>,
): Promise<ActionResult<{ rows: number; next: string | null; csv: string }>> {
  const table: string[][] = [];
  let from = after;
  let hasMore = true;
  while (hasMore && table.length < EXPORT_ROWS_MAX) {
    const page = await read(from, PAGE);
    table.push(...page.map(cellsOf));
    const last = page.at(-1);
    if (last !== undefined) from = keyOf(last);
    hasMore = page.length === PAGE;
  }
  const { actor, action, db } = context;
  const [rows, name] = [table.length, getAuditActionName(action)];
  await writeAuditEntry(db, { actor, action: name, target, after: { rows } });
  const isFirst = after === undefined;
  const next = hasMore ? (from ?? null) : null;
  return {
    data: { rows, next, csv: formatCsv(isFirst ? [[...columns], ...table] : table) },
    ...(next === null ? {} : { note: `The table is full. The rest: the same command with --after ${next}` }),
  };
}
