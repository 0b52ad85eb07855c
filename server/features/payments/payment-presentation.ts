import { screenPathPatterns } from '#contract/addresses.ts';
import { koboToNaira, koboToNairaRoundedUp } from '#contract/rules/money/kobo.ts';
import type * as schemas from '#contract/schemas/payment.ts';
import { paymentTexts } from '#contract/texts.ts';
import { PAYMENT_FAILURE_REFUNDED_TO_CARD, type PaymentRecord } from './payment-record.ts';

export interface WalletBalanceAndJoinedGroups {
  balanceKobo: number;
  groups: schemas.GroupJoinedByPayment[];
}

/** Builds the reply to `initialize` for a completed payment; nothing more is charged. */
export function createCompletedPaymentReply(
  payment: PaymentRecord,
  { balanceKobo, groups }: WalletBalanceAndJoinedGroups,
  resultUrl: string,
): schemas.InitializePaymentReply {
  const isCardPaid = payment.cardKobo > 0;
  return {
    ...presentAmounts(payment),
    message: paymentTexts.walletPaid,
    // `currentWalletBalance` is the balance before the payment, although its name suggests otherwise.
    currentWalletBalance: koboToNaira(balanceKobo + payment.walletKobo),
    newWalletBalance: koboToNaira(balanceKobo),
    // A repeated request for a completed card payment links to the result, because nothing is left to pay.
    authorization_url: isCardPaid ? resultUrl : null,
    groupBuysJoined: groups.length,
    groupBuys: groups,
  };
}

/** Builds the reply to `initialize` for a card payment whose page is now open at the provider. */
export function createCardPageReply(
  payment: PaymentRecord,
  link: string,
  balanceKobo: number,
): schemas.InitializePaymentReply {
  return {
    ...presentAmounts(payment),
    message: paymentTexts.initialised,
    currentWalletBalance: koboToNaira(balanceKobo),
    newWalletBalance: koboToNaira(balanceKobo),
    authorization_url: link,
    groupBuysJoined: 0,
    groupBuys: [],
  };
}

function presentAmounts(payment: PaymentRecord) {
  return {
    success: true as const,
    reference: payment.reference,
    paymentId: payment.id,
    walletUse: koboToNaira(payment.walletKobo),
    walletUsed: koboToNaira(payment.walletKobo),
    flutterwaveAmount: koboToNaira(payment.cardKobo),
    totalAmount: koboToNaira(payment.totalKobo),
  };
}

/** Builds the payment's status with a message for the shopper. @source payments.md, GET /payment/status */
export function createPaymentStatusReply(
  payment: PaymentRecord,
  around: WalletBalanceAndJoinedGroups,
  now: Date,
): schemas.PaymentStatusReply {
  const { status, message } = getPaymentStatusAndMessage(payment);
  const isResumable =
    status === 'pending' && payment.sessionExpiresAt !== null && payment.sessionExpiresAt > now;
  return {
    success: true,
    status,
    outcome: payment.outcome,
    message,
    reference: payment.reference,
    paymentId: payment.id,
    totalAmount: koboToNaira(payment.totalKobo),
    walletUsed: payment.outcome === 'ordered' ? koboToNaira(payment.walletKobo) : 0,
    flutterwaveAmount: koboToNaira(payment.cardKobo),
    newWalletBalance: koboToNaira(around.balanceKobo),
    groupBuysJoined: around.groups.length,
    groupBuys: around.groups,
    authorization_url: isResumable ? payment.authorizationUrl : null,
  };
}

/**
 * Returns the status and message for the shopper. An attempt that a newer one replaced is `cancelled` until money
 * arrives.
 */
export function getPaymentStatusAndMessage(payment: PaymentRecord): {
  status: schemas.PaymentStatus;
  message: string;
} {
  if (payment.outcome === 'ordered') {
    const { walletKobo, cardKobo, totalKobo } = payment;
    const naira = [walletKobo, cardKobo, totalKobo].map(koboToNaira) as [number, number, number];
    return { status: 'confirmed', message: paymentTexts.confirmed(...naira) };
  }
  if (payment.outcome === 'wallet_credited') {
    return {
      status: 'failed',
      message: paymentTexts.credited(koboToNairaRoundedUp(payment.receivedKobo ?? 0)),
    };
  }
  if (payment.outcome === 'review' || payment.status === 'review') {
    return {
      status: 'failed',
      message:
        payment.failure === PAYMENT_FAILURE_REFUNDED_TO_CARD ? paymentTexts.returned : paymentTexts.inReview,
    };
  }
  if (payment.status === 'failed') return { status: 'failed', message: paymentTexts.failed };
  if (payment.status === 'expired') return { status: 'expired', message: paymentTexts.expired };
  if (payment.status === 'cancelled' || payment.status === 'superseded') {
    return { status: 'cancelled', message: paymentTexts.cancelled };
  }
  return { status: 'pending', message: paymentTexts.pending };
}

/** Builds the URL to which the browser returns. Its flags are only hints; the status call decides. */
export function buildPaymentReturnUrl(payment: PaymentRecord, publicOrigin: string): string {
  const { status } = getPaymentStatusAndMessage(payment);
  const isGood = status === 'confirmed' || status === 'pending';
  const stored = isGood ? payment.callbackUrl : (payment.cancelUrl ?? payment.callbackUrl);
  const url = new URL(stored ?? screenPathPatterns.cart, publicOrigin);
  url.searchParams.set('returned', 'true');
  if (status === 'confirmed') url.searchParams.set('success', 'true');
  if (status === 'cancelled') url.searchParams.set('cancelled', 'true');
  if (status === 'failed' || status === 'expired') url.searchParams.set('failed', 'true');
  url.searchParams.set('reference', payment.reference);
  return url.href;
}
