import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentMode } from '#contract/rules/payment-mode.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { PaymentReply } from '#contract/schemas/payment.ts';
import { isAborted, isApiError, NetworkError } from '../../lib/api-errors.ts';
import { storePaymentInfo } from '../../lib/purchase-storage.ts';
import { isFinal, isGivenUp, type PaymentAttempt } from '../../offline/payments/attempt.ts';
import { payments } from '../../offline/phone.ts';
import { askStatus, initialise, initialiseBody, isCardPage } from './checkout-requests.ts';
import type { Delivery } from './delivery-checks.ts';
import { refreshAfterPayment } from './payment-data.ts';
import { isOutcomeUnknown, NoCardPageError, paymentErrorMessage } from './payment-errors.ts';
import { resultOf } from './payment-verdict.ts';
import { usePaymentAttempts } from './payment-watch.ts';

export type PayPhase = 'idle' | 'starting' | 'leaving';

interface Order {
  userId: string;
  cart: Cart;
  /** Whole naira. */
  walletUse: number;
  delivery: Delivery;
  /** The unfinished attempt that the shopper leaves for this one. */
  insteadOf: PaymentAttempt | null;
}

export interface Payment {
  phase: PayPhase;
  /** What went wrong, in the catalogue's words. */
  message: string | null;
  pay: (order: Order) => Promise<void>;
  clearMessage: () => void;
  /** After Back from the card page: the button is a button again. */
  reset: () => void;
}

/** Codes after which the shown cart is not the server's any more. */
const CART_MOVED: readonly unknown[] = [
  'prices_changed',
  'cart_changed',
  'product_unavailable',
  'cart_empty',
  // The cart carries the wallet's balance.
  'wallet_insufficient',
];

/**
 * Pays: the attempt's row, then the request, then the reference stored, then the card page or the result.
 * The form is never touched, whatever the answer.
 */
export function usePayment(): Payment {
  const queryClient = useQueryClient();
  const attempts = usePaymentAttempts();
  const [phase, setPhase] = useState<PayPhase>('idle');
  const [message, setMessage] = useState<string | null>(null);

  const pay = async (order: Order) => {
    if (phase !== 'idle') return;
    if (!onlineManager.isOnline()) {
      setMessage(paymentErrorMessage(new NetworkError()));
      return;
    }
    setMessage(null);
    setPhase('starting');
    try {
      setPhase(await begin(order));
    } catch (error) {
      // The phone itself failed. What the request's failure said stays.
      setMessage((told) => told ?? paymentErrorMessage(error));
      setPhase('idle');
    }
  };

  const begin = async (order: Order): Promise<PayPhase> => {
    const left = order.insteadOf ?? attempts.find((row) => isGivenUp(row) && !isFinal(row)) ?? null;
    const begun = await payments.begin({
      userId: order.userId,
      cartId: order.cart.cartId,
      method: paymentMode(order.walletUse, order.cart.totalPrice),
      walletUse: order.walletUse,
      totalAmount: order.cart.totalPrice,
      supersedes: left?.reference ?? null,
      ...(left && { insteadOf: left.key }),
    });
    // Another payment is under way, maybe in another tab: the page shows it in place of Pay.
    if ('unfinished' in begun) return 'idle';
    return await start(order, begun.attempt, left?.reference ?? null);
  };

  const start = async (
    order: Order,
    attempt: PaymentAttempt,
    supersedes: string | null,
  ): Promise<PayPhase> => {
    try {
      const body = initialiseBody(order.cart, order.walletUse, order.delivery, supersedes);
      return await takeUp(order, attempt, await initialise(body, attempt.key));
    } catch (error) {
      if (isAborted(error)) return 'idle';
      setMessage(paymentErrorMessage(error));
      const isUnknown = isOutcomeUnknown(error);
      await payments.update(
        attempt,
        isUnknown ? { state: 'unknown' } : { state: 'failed', acknowledged: true },
      );
      if (isApiError(error) && CART_MOVED.includes(error.code)) {
        await refreshAfterPayment(queryClient, order.userId);
      }
      return 'idle';
    }
  };

  const takeUp = async (order: Order, attempt: PaymentAttempt, reply: PaymentReply): Promise<PayPhase> => {
    if (!isCardPage(reply.authorization_url)) {
      await takeUpWithoutCardPage(attempt, reply);
      return 'idle';
    }
    await payments.update(attempt, {
      state: 'redirected',
      reference: reply.reference,
      authorizationUrl: reply.authorization_url,
    });
    storePaymentInfo({
      userId: order.userId,
      walletUse: reply.walletUse,
      flutterwaveAmount: reply.flutterwaveAmount,
      currentWalletBalance: reply.currentWalletBalance,
      reference: reply.reference,
      totalAmount: reply.totalAmount,
      cartId: order.cart.cartId,
    });
    location.assign(reply.authorization_url);
    return 'leaving';
  };

  return {
    phase,
    message,
    pay,
    clearMessage: () => setMessage(null),
    reset: () => setPhase('idle'),
  };
}

/** Paid from the wallet alone, or a cart that was bought before: the server's status is the verdict. */
async function takeUpWithoutCardPage(attempt: PaymentAttempt, reply: PaymentReply): Promise<void> {
  if (attempt.method === 'wallet_only') {
    const result = resultOf({ ...reply, status: 'confirmed', outcome: 'ordered' });
    await payments.update(attempt, { state: 'confirmed', reference: reply.reference, result });
    return;
  }
  if (!reply.reference) throw new NoCardPageError();
  const status = await askStatus(reply.reference).catch((cause) => {
    throw isAborted(cause) ? cause : new NoCardPageError('no status', { cause });
  });
  if (status.status !== 'confirmed') throw new NoCardPageError();
  const result = resultOf(status);
  await payments.update(attempt, { state: 'confirmed', reference: status.reference, result });
}
