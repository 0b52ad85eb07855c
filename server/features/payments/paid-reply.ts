import type { PaymentReply } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { presentPaid, returnUrlOf } from './payment-presentation.ts';
import { findPaidPayment } from './payments-repository.ts';

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
  reference: string,
): Promise<PaymentReply> {
  const payment = await findPaidPayment(db, reference);
  if (!payment) throw new Error('the payment is gone');
  const balanceKobo = await readBalance(db, payment.userId);
  return presentPaid(payment, { balanceKobo, groups: payment.groups }, returnUrlOf(payment, publicUrl));
}

/** The reply that a key stands for: as it was stored, or made anew. */
export async function presentStored(
  deps: PaidReplyDeps,
  db: Queryable,
  stored: unknown,
): Promise<PaymentReply> {
  const body = stored as PaymentReply | PaidByWallet;
  return 'paidReference' in body ? presentBought(deps, db, body.paidReference) : body;
}
