import type { Queryable } from '../db/database.ts';

/**
 * Decides whether an operator may move this sum, inside the transaction that moves it. Each service that moves money
 * for an operator requires this check, so that no command can omit it. `Infinity` means a sum in another currency.
 *
 * @throws when the sum is above the approved one, or above an operator's own limit.
 */
export type RequireAmountApproval = (tx: Queryable, amountKobo: number) => Promise<void>;

/** The actor of money that the shop moves by itself, which needs no approval. */
export const UNLIMITED_SYSTEM_ACTOR: { actor: 'system'; requireAmountApproval: RequireAmountApproval } = {
  actor: 'system',
  requireAmountApproval: async () => undefined,
};
