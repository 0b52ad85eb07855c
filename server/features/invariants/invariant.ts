/** An invariant of the shop's money that a query checks. @source money.md */
export interface Invariant {
  /** Name of the invariant, `I1` to `I36`. */
  name: string;
  description: string;
  /**
   * SQL that returns one row with the text `breach` for each violation. The name `judged_<table>` stands for the rows
   * to check (`row-scope.ts`).
   */
  sql: string;
  /** SQL that checks the same rule once a day by totals over all rows, instead of row by row. */
  sums?: string;
}

/** SQL condition: outbox row `o` is not processed yet, so the change that an invariant expects may still come. */
export const OUTBOX_ROW_IS_PENDING_SQL = `o.done_at IS NULL AND o.dead_at IS NULL AND o.created_at > now() - interval '10 minutes'`;
