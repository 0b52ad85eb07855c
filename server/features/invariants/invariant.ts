/** One law of the shop's money that a query can judge. @source money.md */
export interface Invariant {
  /** `I1` … `I28`. */
  name: string;
  /** The law in one sentence. */
  law: string;
  /** Gives one row for each breach, with the single text column `breach`. */
  sql: string;
}
