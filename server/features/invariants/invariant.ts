/** One law of the shop's money that a query can judge. @source money.md */
export interface Invariant {
  /** `I1` … `I36`. */
  name: string;
  /** The law in one sentence. */
  law: string;
  /**
   * Gives one row for each breach, with the single text column `breach`. A table whose rows it goes through is named
   * `judged_<table>` (judged-rows.ts), so that recent rows and stretches can be judged by the same words; `ledger_sums` is
   * what each account has of each kind of posting.
   */
  sql: string;
  /** A sum over every row that there ever was: judged with all rows, once a day. `sql` says the same of each row. */
  sums?: string;
}

/**
 * A row `o` of the outbox that may still make a law true. One that was given up, or that has waited for 10 min, excuses
 * nothing.
 */
export const WAITS = `o.done_at IS NULL AND o.dead_at IS NULL AND o.created_at > now() - interval '10 minutes'`;
