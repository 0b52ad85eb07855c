/** An invariant of the shop's money that a query checks. @source money.md */
export interface Invariant {
  /** Name of the invariant, `I1` to `I36`. */
  name: string;
  law: string;
  /**
   * Returns one row for each breach, with the single text column `breach`. A table that is scanned is named
   * `judged_<table>` (row-scope.ts), so that the same query can check all rows, recent rows or one block.
   * `ledger_sums` has the sum of each account by posting kind.
   */
  sql: string;
  /** A query that compares sums over all rows, once a day; `sql` checks the same row by row. */
  sums?: string;
}

/** SQL: the outbox row `o` will still repair a deviation, unless it failed for good or is older than 10 minutes. */
export const OUTBOX_PENDING_SQL = `o.done_at IS NULL AND o.dead_at IS NULL AND o.created_at > now() - interval '10 minutes'`;
