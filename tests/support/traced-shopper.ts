import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import { submitCardPage } from './card-page.ts';
import type { TestShop } from './shop.ts';
import { findProductId } from './shop-facts.ts';
import { type ShopCallOptions, TestShopper } from './shopper.ts';

/** All calls of this shopper belong to one trace. */
class TracedShopper extends TestShopper {
  readonly traceId = randomBytes(16).toString('hex');
  readonly spanId = randomBytes(8).toString('hex');
  get headers() {
    return { traceparent: `00-${this.traceId}-${this.spanId}-01` };
  }

  override call<Body = unknown>(method: string, path: string, options: ShopCallOptions = {}) {
    return super.call<Body>(method, path, { ...options, headers: { ...options.headers, ...this.headers } });
  }
}

/** Buys by card, pays and returns to the shop. @returns the secrets that no span may contain. */
export async function buyByCardAsTracedShopper(
  shop: TestShop,
): Promise<{ buyer: TracedShopper; secrets: string[] }> {
  const { account, session } = await TestShopper.signUp(shop.url);
  const buyer = new TracedShopper(shop.url, account, session);
  const productId = await findProductId(shop, 'semovita-10kg');
  const cart: Cart = await buyer.add(productId);
  const { status, body } = await buyer.payFor(cart, { method: 'flutterwave_only' });
  expect(status).toBe(200);
  const callback = await submitCardPage(body.authorization_url as string, 'success');
  const back = await fetch(callback as string, { redirect: 'manual', headers: buyer.headers });
  expect([back.status, back.headers.get('location')]).toEqual([303, expect.stringContaining('success')]);
  expect((await buyer.call('GET', `/api/payment/status/${body.reference}`)).status).toBe(200);
  const secrets = [
    ...[account.email, account.name, account.phone, account.password, account.secretRecoveryKey],
    ...[session.token, session.user.id, productId, cart.cartId as string, body.reference as string],
    ...['Surulere', 'Adeniran', shop.url, 'success='],
  ];
  return { buyer, secrets };
}
