import {
  findPaymentOrBlockIdempotencyKey,
  getPaymentStatus,
  initializePayment,
} from '#contract/member-endpoints.ts';
import { choosePaymentMethod } from '#contract/rules/money/payment-method.ts';
import { normalizeSingleLineText } from '#contract/rules/text/typed-text.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import type {
  InitializePaymentBody,
  InitializePaymentReply,
  PaymentAttemptOrNoneReply,
  PaymentStatusReply,
} from '#contract/schemas/payment.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { NetworkError } from '../../../lib/api/api-errors.ts';
import { screenPaths } from '../../../lib/paths.ts';
import type { DeliveryInput } from '../delivery/delivery-checks.ts';
import { PaymentRefusedError } from './payment-errors.ts';

/** Time limit of the request in ms, longer than the server waits for the card provider (about 28 s). */
const INITIALISE_TIMEOUT_MS = 35_000;
const INITIALISE_RETRIES = 3;
const INITIALISE_PAUSE_MS = 2_000;

/**
 * Builds the request that starts a payment, in whole naira. The server refuses a total that the shopper did not see.
 */
export function buildInitializePaymentBody(
  cart: Cart,
  walletUse: number,
  delivery: DeliveryInput,
  supersedes: string | null,
): InitializePaymentBody {
  const backToCart = `${location.origin}${screenPaths.cart}`;
  return {
    walletUse,
    deliveryAddress: {
      state: delivery.state,
      city: normalizeSingleLineText(delivery.city),
      street: normalizeSingleLineText(delivery.street),
    },
    phone: delivery.phone,
    ...(delivery.centreCode && { pickupCentre: delivery.centreCode }),
    cartId: cart.cartId,
    paymentMethod: choosePaymentMethod(walletUse, cart.totalPrice),
    expectedTotal: cart.totalPrice,
    callback_url: backToCart,
    cancel_url: backToCart,
    ...(supersedes && { supersedes }),
  };
}

/**
 * Starts a payment. Without a response the request is repeated under the same key, so that the shopper pays once.
 * @throws what the API client throws; {PaymentRefusedError} for a response with `success: false`.
 */
export async function requestPaymentInitialization(
  body: InitializePaymentBody,
  key: string,
): Promise<InitializePaymentReply> {
  for (let tries = 0; ; tries += 1) {
    try {
      const reply: Omit<InitializePaymentReply, 'success'> & { success: boolean } = await callApi(
        initializePayment,
        {
          body,
          idempotencyKey: key,
          timeoutMs: INITIALISE_TIMEOUT_MS,
        },
      );
      if (!reply.success) throw new PaymentRefusedError(reply.message);
      return { ...reply, success: true };
    } catch (error) {
      if (!(error instanceof NetworkError) || tries >= INITIALISE_RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, INITIALISE_PAUSE_MS));
    }
  }
}

/** Fetches the status of the caller's payment. @throws {ApiError} 404: the caller has no such payment. */
export function fetchPaymentStatus(reference: string): Promise<PaymentStatusReply> {
  return callApi(getPaymentStatus, { params: { reference } });
}

/**
 * Fetches the payment that was started under an idempotency key. If there is none, the server will refuse the key from
 * now on, so that a delayed request cannot start a payment.
 */
export function fetchPaymentOrBlockIdempotencyKey(key: string): Promise<PaymentAttemptOrNoneReply> {
  return callApi(findPaymentOrBlockIdempotencyKey, { params: { key }, body: {} });
}

/**
 * True for http and https addresses. Others are not opened, because a forged response could contain a `javascript:`
 * address.
 */
export function isHttpUrl(address: string | null): address is string {
  if (!address) return false;
  try {
    return ['https:', 'http:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
