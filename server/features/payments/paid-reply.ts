import type { PaymentReply } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { readBalance } from '../wallet/wallet-service.ts';
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

/** The initialise reply for a payment that bought its cart. @param publicUrl origin of the shop. */
export async function presentBought(
  db: Queryable,
  payment: PaymentRecord,
  publicUrl: string,
): Promise<PaymentReply> {
  const groups = await findPaidGroups(db, payment.id);
  const balanceKobo = await readBalance(db, payment.userId);
  return presentPaid(payment, { balanceKobo, groups }, returnUrlOf(payment, publicUrl));
}

export async function presentPaidByWallet(
  db: Queryable,
  { paidReference }: PaidByWallet,
  publicUrl: string,
): Promise<PaymentReply> {
  const paid = await findPayment(db, paidReference);
  if (!paid) throw new Error('the payment is gone');
  return presentBought(db, paid, publicUrl);
}

/** The reply that a key stands for: as it was stored, or made anew. */
export async function presentStored(
  db: Queryable,
  stored: unknown,
  publicUrl: string,
): Promise<PaymentReply> {
  const body = stored as PaymentReply | PaidByWallet;
  return 'paidReference' in body ? presentPaidByWallet(db, body, publicUrl) : body;
}
