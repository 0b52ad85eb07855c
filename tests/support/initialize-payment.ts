import type { Cart } from '#contract/schemas/cart.ts';
import type { PaymentReply } from '#contract/schemas/payment.ts';
import type { Answer, Shopper } from './shopper.ts';

/** This call begins a payment. */
export const INITIALIZE = '/api/payment/initialize';

/** @returns the valid body that the checkout sends for the shopper's cart, with the test's changes. */
export async function checkoutBody(shopper: Shopper, change: Record<string, unknown> = {}) {
  const cart = (await shopper.call<Cart>('GET', '/api/cart')).body;
  return {
    walletUse: 0,
    deliveryAddress: { state: 'Lagos', city: 'Yaba', street: '12 Adeniran Ogunsanya Street' },
    phone: '+2348031234567',
    cartId: cart.cartId,
    paymentMethod: 'flutterwave_only',
    expectedTotal: cart.totalPrice,
    callback_url: `${shopper.shopUrl}/cart`,
    cancel_url: `${shopper.shopUrl}/cart`,
    ...change,
  };
}

/** @param key the `Idempotency-Key`; a new one by default, none when null. */
export function initialize(
  shopper: Shopper,
  body: unknown,
  key?: string | null,
): Promise<Answer<PaymentReply>> {
  return shopper.call<PaymentReply>('POST', INITIALIZE, { body, key });
}
