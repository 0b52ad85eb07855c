import type { Queryable } from '../db/database.ts';

/**
 * Decides whether an operator may move this sum, inside the transaction that moves it.
 *
 * Each service that moves money for an operator requires one, so that no command can leave it out. `Infinity` is a
 * sum in another currency: its worth in naira is not known.
 *
 * @throws when the sum is above what was approved, or above what one operator may move alone.
 */
export type JudgeSum = (tx: Queryable, amountKobo: number) => Promise<void>;

/** The shop itself moves the money: nobody has to agree to the sum. */
export const THE_SHOP: { actor: 'system'; judgeSum: JudgeSum } = {
  actor: 'system',
  judgeSum: async () => undefined,
};
