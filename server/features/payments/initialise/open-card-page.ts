import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import { paymentTexts } from '#contract/texts.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { lockExistingShopperRow } from '../../../db/lock-shopper.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { IdempotentRequest } from '../../../http/idempotency.ts';
import type { CheckoutResult, PaymentProvider } from '../../../provider/provider.ts';
import { endPaymentAttempt, markPaymentPending } from '../payment-attempts-repository.ts';
import { createCardPageReply } from '../payment-presentation.ts';
import type { PaymentRecord } from '../payment-record.ts';
import { loadCompletedPaymentReply, type PaymentReplyDeps } from '../payment-replies.ts';
import { findPaymentReferenceOfBoughtCart, type PayerContact } from '../payments-repository.ts';

export const CARD_PAGE_LIFETIME_MINUTES = 30;

export interface OpenCardPageDeps extends PaymentReplyDeps {
  db: Database;
  provider: PaymentProvider;
  brandName: string;
}

export interface CardPageRequest {
  payment: PaymentRecord;
  payer: PayerContact;
  lineCount: number;
}

/**
 * Opens a card page by exactly one call to the provider, because after an unclear response only a new reference is
 * safe.
 * @throws {DomainError} 400 when the provider refuses, or another attempt has replaced this one; 500 when the result is
 * unknown or the provider rejects our key.
 */
export async function openCardPage(
  deps: OpenCardPageDeps,
  { payment, payer, lineCount }: CardPageRequest,
  idempotency: IdempotentRequest,
): Promise<InitializePaymentReply> {
  const opened = await deps.provider.createCheckout({
    reference: payment.reference,
    amountKobo: payment.cardKobo,
    redirectUrl: `${deps.publicUrl}/api/payment/callback`,
    customer: { ...payer, phone: payment.phone },
    title: deps.brandName,
    description: lineCount === 1 ? 'Order of 1 item' : `Order of ${lineCount} items`,
    paymentId: payment.id,
    userId: payment.userId,
    sessionMinutes: CARD_PAGE_LIFETIME_MINUTES,
  });
  const reply = await deps.db.transaction(async (tx) => {
    await lockExistingShopperRow(tx, payment.userId);
    const reply = (await storeLink(deps, tx, payment, opened)) ?? (await presentBuyer(deps, tx, payment));
    if (reply) await idempotency.complete(tx, reply);
    return reply;
  });
  if (reply) return reply;
  if (opened.ok) throw new DomainError('cart_changed');
  throw opened.kind === 'unknown' || opened.isOurKey
    ? new DomainError('payment_unavailable')
    : new DomainError('payment_refused', paymentTexts.requestInvalid);
}

/**
 * Stores the link of the card page, or ends the attempt when the provider gave no link.
 * @returns null when there is no page to open.
 */
async function storeLink(
  deps: OpenCardPageDeps,
  tx: Queryable,
  payment: PaymentRecord,
  opened: CheckoutResult,
): Promise<InitializePaymentReply | null> {
  if (!opened.ok) {
    await endPaymentAttempt(
      tx,
      payment.id,
      'failed',
      opened.kind === 'unknown' ? 'link_unknown' : opened.reason,
    );
    return null;
  }
  if (!(await markPaymentPending(tx, payment.id, opened.link))) return null;
  return createCardPageReply(payment, opened.link, await deps.readBalance(tx, payment.userId));
}

/** @returns the reply of a payment that bought the cart while the card page was being opened; null: there is none. */
async function presentBuyer(
  deps: OpenCardPageDeps,
  tx: Queryable,
  { userId, cartId }: PaymentRecord,
): Promise<InitializePaymentReply | null> {
  const buyer = await findPaymentReferenceOfBoughtCart(tx, userId, cartId);
  return buyer ? loadCompletedPaymentReply(deps, tx, buyer) : null;
}
