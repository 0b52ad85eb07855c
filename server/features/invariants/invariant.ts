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
  /** A query over the sums of all rows, checked once a day; `sql` checks the same for each row. */
  sums?: string;
}

/** A pending outbox row `o` excuses a breach, unless it is dead or older than 10 min. */
export const OUTBOX_PENDING_SQL = `o.done_at IS NULL AND o.dead_at IS NULL AND o.created_at > now() - interval '10 minutes'`;
