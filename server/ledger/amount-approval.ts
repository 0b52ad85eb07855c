import type { Queryable } from '../db/database.ts';

/**
 * Checks inside the transaction that moves money whether the operator may move this amount.
 * @param amountKobo `Infinity` for an amount in another currency.
 * @throws when it exceeds the approved amount, or the operator's own limit.
 */
export type RequireAmountApproval = (tx: Queryable, amountKobo: number) => Promise<void>;

/** The actor for money that the shop moves by itself, which needs no approval. */
export const UNLIMITED_SYSTEM_ACTOR: { actor: 'system'; requireAmountApproval: RequireAmountApproval } = {
  actor: 'system',
  requireAmountApproval: async () => undefined,
};
