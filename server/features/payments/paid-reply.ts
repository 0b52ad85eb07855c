import type { PaymentReply } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { presentPaid, returnUrlOf } from './payment-presentation.ts';
import type { PaymentRecord } from './payment-record.ts';
import { findPaidGroups, findPayment } from './payments-repository.ts';

/**
 * What a wallet-only payment stores under its key: it is written before the group's row is locked, and the figures of
 * the answer are known only after. So the answer is made from what the payment has become, the first time as every time.
 */
export interface PaidByWallet {
  paidReference: string;
}

export interface PaidReplyDeps {
  /** The shopper's wallet balance in kobo. */
  readBalance: (db: Queryable, userId: string) => Promise<number>;
  /** Origin under which shoppers see the shop. */
  publicUrl: string;
}

/** The initialise reply for a payment that bought its cart. */
export async function presentBought(
  { readBalance, publicUrl }: PaidReplyDeps,
  db: Queryable,
  payment: PaymentRecord,
): Promise<PaymentReply> {
  const groups = await findPaidGroups(db, payment.id);
  const balanceKobo = await readBalance(db, payment.userId);
  return presentPaid(payment, { balanceKobo, groups }, returnUrlOf(payment, publicUrl));
}

export async function presentPaidByWallet(
  deps: PaidReplyDeps,
  db: Queryable,
  { paidReference }: PaidByWallet,
): Promise<PaymentReply> {
  const paid = await findPayment(db, paidReference);
  if (!paid) throw new Error('the payment is gone');
  return presentBought(deps, db, paid);
}

/** The reply that a key stands for: as it was stored, or made anew. */
export async function presentStored(
  deps: PaidReplyDeps,
  db: Queryable,
  stored: unknown,
): Promise<PaymentReply> {
  const body = stored as PaymentReply | PaidByWallet;
  return 'paidReference' in body ? presentPaidByWallet(deps, db, body) : body;
}
