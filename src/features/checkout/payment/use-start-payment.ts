import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { choosePaymentMethod } from '#contract/rules/money/payment-method.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import { isAbortError, isApiError, NetworkError } from '../../../lib/api/api-errors.ts';
import { persistedPickupCentreQueries } from '../../../lib/query/pickup-centres.ts';
import { useAppService } from '../../../lib/react/services.ts';
import { storeLastStartedPayment } from '../../../lib/storage/purchase-storage.ts';
import { createReloadBlockers } from '../../../offline/updates/reload-blockers.ts';
import { isAttemptFinished, isAttemptReportedUnpaid, type PaymentAttempt } from '../attempts/attempt.ts';
import { type PaymentAttemptStore, usePaymentAttemptStore } from '../attempts/payment-attempts.ts';
import type { DeliveryInput } from '../delivery/delivery-checks.ts';
import { toAttemptResult } from './checked-payment-status.ts';
import {
  buildInitializePaymentBody,
  fetchPaymentStatus,
  isHttpUrl,
  requestPaymentInitialization,
} from './checkout-requests.ts';
import { refetchQueriesAfterPayment } from './payment-data.ts';
import {
  getPaymentErrorMessage,
  isPaymentOutcomeUnknown,
  MissingCardPageUrlError,
} from './payment-errors.ts';
import { usePaymentAttempts } from './transient-payment-state.ts';

/** After this time the page offers the unfinished payment, because the card page may not have opened. */
const LEAVING_LIMIT_MS = 10_000;

export type StartPaymentPhase = 'idle' | 'starting' | 'leaving';

interface Order {
  userId: string;
  cart: Cart;
  /** Whole naira. */
  walletUse: number;
  delivery: DeliveryInput;
  /** The unfinished attempt that this payment replaces. */
  insteadOf: PaymentAttempt | null;
}

export interface UseStartPaymentResult {
  phase: StartPaymentPhase;
  message: string | null;
  pay: (order: Order) => Promise<void>;
  clearMessage: () => void;
  /** Sets `phase` to `idle` after Back from the card page, so that the pay button works again. */
  reset: () => void;
}

/** Error codes that mean that the cart on the screen is out of date. */
const CART_MOVED: readonly unknown[] = [
  'prices_changed',
  'cart_changed',
  'product_unavailable',
  'cart_empty',
  // `wallet_insufficient` means an outdated balance, which the cart's response contains, so the cart is fetched again
  // too.
  'wallet_insufficient',
];

/** Starts the payment and opens the card page. The form stays filled in, so that a failed payment costs no typing. */
export function useStartPayment(): UseStartPaymentResult {
  const queryClient = useQueryClient();
  const payments = usePaymentAttemptStore();
  const busy = useAppService(createReloadBlockers);
  const attempts = usePaymentAttempts();
  const [phase, setPhase] = useState<StartPaymentPhase>('idle');
  const [message, setMessage] = useState<string | null>(null);

  useEffect(() => {
    if (phase !== 'leaving') return;
    const timer = setTimeout(() => setPhase('idle'), LEAVING_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  const pay = async (order: Order) => {
    if (phase !== 'idle') return;
    if (!onlineManager.isOnline()) {
      setMessage(getPaymentErrorMessage(new NetworkError()));
      return;
    }
    setMessage(null);
    setPhase('starting');
    // The page must not reload while the request runs, because a reload would lose the server's response.
    const release = busy.holdReload();
    try {
      setPhase(await begin(order));
    } catch (error) {
      // Storing the payment attempt failed. If a message about the payment shows already, it stays.
      setMessage((current) => current ?? getPaymentErrorMessage(error));
      setPhase('idle');
    } finally {
      release();
    }
  };

  const begin = async (order: Order): Promise<StartPaymentPhase> => {
    const left =
      order.insteadOf ??
      attempts.find((row) => isAttemptReportedUnpaid(row) && !isAttemptFinished(row)) ??
      null;
    const begun = await payments.begin({
      userId: order.userId,
      cartId: order.cart.cartId,
      method: choosePaymentMethod(order.walletUse, order.cart.totalPrice),
      walletUse: order.walletUse,
      totalAmount: order.cart.totalPrice,
      supersedes: left?.reference ?? null,
      ...(left && { insteadOf: left.key }),
    });
    // Another payment is unfinished, perhaps in another tab, so no payment starts. The page shows it in place of the
    // pay button.
    if ('unfinished' in begun) return 'idle';
    return await start(order, begun.attempt, left?.reference ?? null);
  };

  const start = async (
    order: Order,
    attempt: PaymentAttempt,
    supersedes: string | null,
  ): Promise<StartPaymentPhase> => {
    try {
      const body = buildInitializePaymentBody(order.cart, order.walletUse, order.delivery, supersedes);
      return await handleInitialiseReply(
        order,
        attempt,
        await requestPaymentInitialization(body, attempt.key),
      );
    } catch (error) {
      if (isAbortError(error)) return 'idle';
      setMessage(getPaymentErrorMessage(error));
      const isUnknown = isPaymentOutcomeUnknown(error);
      await payments.update(
        attempt,
        isUnknown ? { state: 'unknown' } : { state: 'failed', acknowledged: true },
      );
      if (isApiError(error) && error.code === 'pickup_centre_unavailable') {
        await queryClient.invalidateQueries({ queryKey: persistedPickupCentreQueries.key });
      }
      if (isApiError(error) && CART_MOVED.includes(error.code)) {
        await refetchQueriesAfterPayment(queryClient, order.userId);
      }
      return 'idle';
    }
  };

  const handleInitialiseReply = async (
    order: Order,
    attempt: PaymentAttempt,
    reply: InitializePaymentReply,
  ): Promise<StartPaymentPhase> => {
    if (!isHttpUrl(reply.authorization_url)) {
      await handleReplyWithoutCardPage(payments, attempt, reply);
      return 'idle';
    }
    await payments.update(attempt, {
      state: 'redirected',
      reference: reply.reference,
      authorizationUrl: reply.authorization_url,
    });
    storeLastStartedPayment({
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

/** Fetches the payment's status when no card page is needed, because the wallet paid or this cart was bought before. */
async function handleReplyWithoutCardPage(
  payments: PaymentAttemptStore,
  attempt: PaymentAttempt,
  reply: InitializePaymentReply,
): Promise<void> {
  if (attempt.method === 'wallet_only') {
    const result = toAttemptResult({ ...reply, status: 'confirmed', outcome: 'ordered' });
    await payments.update(attempt, { state: 'confirmed', reference: reply.reference, result });
    return;
  }
  if (!reply.reference) throw new MissingCardPageUrlError();
  const status = await fetchPaymentStatus(reply.reference).catch((cause) => {
    throw isAbortError(cause) ? cause : new MissingCardPageUrlError('no status', { cause });
  });
  if (status.status !== 'confirmed') throw new MissingCardPageUrlError();
  const result = toAttemptResult(status);
  await payments.update(attempt, { state: 'confirmed', reference: status.reference, result });
}
