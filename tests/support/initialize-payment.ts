import type { Cart } from '#contract/schemas/cart.ts';
import type { InitializePaymentReply } from '#contract/schemas/payment.ts';
import type { ShopResponse, TestShopper } from './shopper.ts';

/** This call begins a payment. */
export const INITIALIZE_PAYMENT_PATH = '/api/payment/initialize';

/** @returns the valid body that the checkout sends for the shopper's cart, with the test's changes. */
export async function createInitializePaymentBody(
  shopper: TestShopper,
  change: Record<string, unknown> = {},
) {
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
export function postInitializePayment(
  shopper: TestShopper,
  body: unknown,
  key?: string | null,
): Promise<ShopResponse<InitializePaymentReply>> {
  return shopper.call<InitializePaymentReply>('POST', INITIALIZE_PAYMENT_PATH, { body, key });
}
