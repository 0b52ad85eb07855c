import type { Queryable } from '../db/database.ts';

/**
 * Checks whether an operator may move this amount, inside the transaction that moves it. `Infinity` means another
 * currency.
 * @throws when the amount is above the approved one, or above the operator's own limit.
 */
export type RequireAmountApproval = (tx: Queryable, amountKobo: number) => Promise<void>;

/** The actor for money that the shop moves by itself, which needs no approval. */
export const UNLIMITED_SYSTEM_ACTOR: { actor: 'system'; requireAmountApproval: RequireAmountApproval } = {
  actor: 'system',
  requireAmountApproval: async () => undefined,
};
