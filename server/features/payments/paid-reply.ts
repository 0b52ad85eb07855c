import type { PaymentReply } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { presentPaid, returnUrlOf } from './payment-presentation.ts';
import { findPaidPayment } from './payments-repository.ts';

/**
 * The stored reply of a wallet-only payment. It is written before the group's row is locked, when the reply's figures
 * are unknown, so every reply is built from the payment's current state.
 */
export interface PaidByWallet {
  paidReference: string;
}

export interface PaidReplyDeps {
  readBalance: (db: Queryable, userId: string) => Promise<number>;
  publicUrl: string;
}

export async function presentBought(
  { readBalance, publicUrl }: PaidReplyDeps,
  db: Queryable,
  reference: string,
): Promise<PaymentReply> {
  const payment = await findPaidPayment(db, reference);
  if (!payment) throw new Error('the payment is gone');
  const balanceKobo = await readBalance(db, payment.userId);
  return presentPaid(payment, { balanceKobo, groups: payment.groups }, returnUrlOf(payment, publicUrl));
}

/** The reply stored under a key, verbatim or rebuilt. */
export async function presentStored(
  deps: PaidReplyDeps,
  db: Queryable,
  stored: unknown,
): Promise<PaymentReply> {
  const body = stored as PaymentReply | PaidByWallet;
  return 'paidReference' in body ? presentBought(deps, db, body.paidReference) : body;
}
