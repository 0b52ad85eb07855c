/** An invariant of the shop's money that a query checks. @source money.md */
export interface Invariant {
  /** Name of the invariant, `I1` to `I36`. */
  name: string;
  law: string;
  /**
   * SQL that returns one row for each violation, with the single text column `breach`. For the rows to check it reads
   * `judged_<table>` in place of the table: `row-scope.ts` defines it as all rows, recent rows or a range of ids. The
   * table `ledger_sums` has each account's total by posting kind.
   */
  sql: string;
  /** SQL that compares totals over all rows, once a day; `sql` checks the same rule row by row. */
  sums?: string;
}

/**
 * SQL condition: the outbox row `o` is younger than 10 minutes and has not failed for good, so its job may still make
 * the change that an invariant expects.
 */
export const OUTBOX_PENDING_SQL = `o.done_at IS NULL AND o.dead_at IS NULL AND o.created_at > now() - interval '10 minutes'`;
