import type { Queryable } from '../../db/database.ts';
import { retryConflicts } from '../../db/retry-conflicts.ts';
import type { ProviderTransaction } from '../../payments/provider.ts';

/**
 * What became of the money, now or at an earlier call.
 * `unchanged`: the provider has no verdict yet. `refused`: wallet-only, nothing may be kept: roll back.
 * `unknown_reference`: no payment of ours. `mismatch`: the transaction belongs to another reference.
 */
export type SettleResult =
  | { result: 'ordered'; orderId?: string; trackingNo?: string }
  | { result: 'wallet_credited'; reason?: CreditReason }
  | { result: 'review' | 'unchanged' | 'unknown_reference' | 'mismatch' }
  | { result: 'refused'; reason: 'cart_bought' | 'product_withdrawn' | 'wallet_short' };

export type CreditReason = 'paid_less' | 'paid_again' | 'cart_bought' | 'product_withdrawn' | 'wallet_short';

export interface SettleOptions {
  /** How long a group that opens here runs when its product names no window of its own. */
  windowHours: number;
}

/**
 * Settles one verified provider transaction (or null: look again at a payment that needs no card). Callback,
 * webhook, poller and status call are equal; any number of calls in any order leaves the state of one.
 * One round trip on a connection of its own, so that a hot group's row is held only for the commit.
 *
 * @param transaction as the provider verified it, never as a browser or webhook claimed it.
 * @throws the database's error; nothing is changed then, or all of it (a lost COMMIT): call again.
 * @source domain.md section 4
 */
export function settle(
  db: Queryable,
  reference: string,
  transaction: ProviderTransaction | null,
  options: SettleOptions,
): Promise<SettleResult> {
  return retryConflicts(() => settleWithin(db, reference, transaction, options));
}

/** The same inside the caller's transaction, as its last work: the wallet-only path of initialise. */
export async function settleWithin(
  tx: Queryable,
  reference: string,
  transaction: ProviderTransaction | null,
  { windowHours }: SettleOptions,
): Promise<SettleResult> {
  const [row] = await tx.query<{ answer: SettleResult }>(
    'SELECT settle_payment($1, $2::jsonb, $3::numeric) AS answer',
    [reference, transaction && JSON.stringify(transaction), windowHours],
  );
  if (!row) throw new Error('settle_payment gave no row');
  return row.answer;
}

/**
 * Keeps a verified success whose reference is none of ours: parked in suspense with a review item.
 *
 * @returns false when it was known already or is no success.
 */
export async function parkUnknown(db: Queryable, transaction: ProviderTransaction): Promise<boolean> {
  const [row] = await db.query<{ parked: boolean }>('SELECT park_unknown($1::jsonb) AS parked', [
    JSON.stringify(transaction),
  ]);
  return row?.parked ?? false;
}
