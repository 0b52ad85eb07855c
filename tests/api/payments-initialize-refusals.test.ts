import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { InitializePaymentBody } from '#contract/schemas/payment.ts';
import { createCartService } from '../../server/features/cart/cart-service.ts';
import { cartProductsSubquery } from '../../server/features/catalogue/cart-products.ts';
import {
  type InitializePaymentDeps,
  initializePayment,
} from '../../server/features/payments/initialise/initialize-service.ts';
import { walletBalanceSubquery } from '../../server/features/wallet/wallet-repository.ts';
import { readWalletBalance } from '../../server/features/wallet/wallet-service.ts';
import { flutterwaveProvider } from '../../server/provider/flutterwave/flutterwave.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import {
  createInitializePaymentBody,
  INITIALIZE_PAYMENT_PATH,
  postInitializePayment,
} from '../support/initialize-payment.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { callShopApi, type TestShopper } from '../support/shopper.ts';

const shop = openFixtureForFile(openPaymentTestShop);
afterEach(async () => {
  await shop.scenario({});
  await expectInvariants(shop.db);
});

/** Collects the dependencies with which the shop's service begins a payment. */
function beginning(): InitializePaymentDeps {
  const { db, clock, deps, config, url } = shop;
  return {
    ...{ db, clock, provider: deps.provider, readBalance: readWalletBalance, readCart: carts.priced },
    ...{ publicUrl: url, brandName: config.brandName, groupWindowHours: config.groupWindowHours },
  };
}
const carts = createCartService({ products: cartProductsSubquery, balance: walletBalanceSubquery });
const ownerOf = (shopper: TestShopper) => ({ id: shopper.session.user.id, sessionId: null });
const noKey = { key: null, complete: async () => undefined };

describe('refusals', () => {
  it('needs a session', async () => {
    const shopper = await shop.buyer();
    const answer = await callShopApi(shop.url, 'POST', INITIALIZE_PAYMENT_PATH, {
      body: await createInitializePaymentBody(shopper),
    });
    expect(answer.status).toBe(401);
  });

  it.each([
    [
      'no city',
      { deliveryAddress: { state: 'Lagos', city: ' ', street: 'x' } },
      'City and street are required',
    ],
    ['no street', { deliveryAddress: { state: 'Lagos', city: 'Yaba' } }, 'City and street are required'],
    [
      'another state',
      { deliveryAddress: { state: 'Kano', city: 'Kano', street: 'x' } },
      'We currently serve Lagos only',
    ],
    [
      'a local phone number',
      { phone: '08031234567' },
      'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
    ],
    [
      'no phone',
      { phone: undefined },
      'Please enter a valid Nigerian phone number starting with +234 followed by 10 digits',
    ],
    ['part of a naira', { walletUse: 10.5 }, 'Wallet amount must be a whole naira amount'],
    ['less than nothing', { walletUse: -1 }, 'Wallet amount must be a whole naira amount'],
    [
      'more than can be counted in kobo',
      { walletUse: 90_071_992_547_410, paymentMethod: 'wallet_only' },
      'Wallet amount must be a whole naira amount',
    ],
    ['an unknown method', { paymentMethod: 'cash' }, 'Please choose a valid payment method'],
    [
      'a method that the amount denies',
      { paymentMethod: 'wallet_and_flutterwave' },
      'Please choose a valid payment method',
    ],
    ['another total', { expectedTotal: 4_999 }, 'Prices have changed. Your total is now ₦5,000.'],
    [
      'more than the wallet has',
      { walletUse: 4_000, paymentMethod: 'wallet_and_flutterwave' },
      'Insufficient wallet balance. You have ₦3,000 but trying to use ₦4,000',
    ],
    ['a cart of nobody', { cartId: randomUUID() }, 'Your cart has changed. Please review it and try again.'],
    ['no cart', { cartId: null }, 'Your cart has changed. Please review it and try again.'],
    ['a cart id that is none', { cartId: 'x' }, 'Your cart has changed. Please review it and try again.'],
  ])('%s', async (_, change, message) => {
    const shopper = await shop.buyer({ walletNaira: 3_000 });
    const answer = await postInitializePayment(shopper, await createInitializePaymentBody(shopper, change));
    expect(answer).toMatchObject({ status: 400, body: { success: false, message, msg: message } });
    expect(await shop.counts(shopper)).toMatchObject({ payments: 0, liveHolds: 0 });
  });

  it("someone else's cart", async () => {
    const owner = await shop.buyer();
    const thief = await shop.buyer();
    const answer = await postInitializePayment(thief, await createInitializePaymentBody(owner));
    expect(answer.body).toMatchObject({ code: 'cart_changed' });
  });

  it('an empty cart', async () => {
    const shopper = await shop.shopper();
    const answer = await postInitializePayment(shopper, await createInitializePaymentBody(shopper));
    expect(answer).toMatchObject({ status: 400, body: { message: 'Your cart is empty' } });
  });

  it('a card part below ₦100', async () => {
    const shopper = await shop.buyer({ walletNaira: 4_950 });
    const change = { walletUse: 4_950, paymentMethod: 'wallet_and_flutterwave' };
    const answer = await postInitializePayment(shopper, await createInitializePaymentBody(shopper, change));
    expect(answer).toMatchObject({ status: 400, body: { message: 'Card payments start at ₦100' } });
  });

  it('not a card part of ₦100, nor a wallet amount above the total', async () => {
    const shopper = await shop.buyer({ walletNaira: 5_000 });
    const change = { walletUse: 4_900, paymentMethod: 'wallet_and_flutterwave' };
    const byCard = expectStartedCardPayment(
      await postInitializePayment(shopper, await createInitializePaymentBody(shopper, change)),
    );
    expect(byCard.flutterwaveAmount).toBe(100);
    const all = expectStartedCardPayment(
      await shopper.pay({ method: 'wallet_only', walletNaira: 90_071_992_547_409 }),
    );
    expect(all.walletUsed).toBe(5_000);
  });

  it('a product that was withdrawn', async () => {
    const shopper = await shop.shopper();
    const productId = await shop.product();
    await shopper.add(productId);
    const body = await createInitializePaymentBody(shopper);
    await shop.db.query('UPDATE products SET active = false WHERE id = $1', [productId]);
    const answer = await postInitializePayment(shopper, body);
    expect(answer).toMatchObject({ status: 400, body: { message: 'Local Rice is no longer available' } });
  });
});

it('a product that is withdrawn at the very moment of a wallet payment: nothing is charged', async () => {
  const shopper = await shop.buyer({ walletNaira: 5_000 });
  const { db } = shop;
  const change = { walletUse: 5_000, paymentMethod: 'wallet_only' };
  const body = (await createInitializePaymentBody(shopper, change)) as InitializePaymentBody;
  const paying = initializePayment(
    {
      ...beginning(),
      async readCart(tx, userId) {
        const cart = await carts.priced(tx, userId);
        await db.query('UPDATE products SET active = false WHERE id = $1', [cart?.lines[0]?.productId]);
        return cart;
      },
    },
    ownerOf(shopper),
    body,
    noKey,
  );
  await expect(paying).rejects.toMatchObject({ code: 'cart_changed' });
  expect(await shop.counts(shopper)).toMatchObject({ payments: 0, orders: 0, balanceNaira: 5_000 });
});

describe('where it leads', () => {
  it.each([
    ['success', '/paid?returned=true&success=true'],
    ['slow', '/paid?returned=true'],
    ['cancel', '/left?returned=true&cancelled=true'],
  ])('after %s leads to the address that was named for it', async (outcome, end) => {
    const shopper = await shop.buyer();
    const named = { callback_url: `${shop.url}/paid`, cancel_url: `${shop.url}/left` };
    const reply = expectStartedCardPayment(
      await postInitializePayment(shopper, await createInitializePaymentBody(shopper, named)),
    );
    const back = await payAtSandboxCardPage(reply.authorization_url, outcome);
    expect(back.pathname + back.search).toBe(`${end}&reference=${reply.reference}`);
  });

  it.each([
    ['another origin', (own: string) => ['https://evil.example/cart', `${own}.evil.example/`]],
    ['an address that is none', () => ['the cart', 'the cart']],
  ])('never to %s', async (_, addresses) => {
    const shopper = await shop.buyer();
    const [callback_url, cancel_url] = addresses(shop.url);
    const evil = { callback_url, cancel_url };
    const reply = expectStartedCardPayment(
      await postInitializePayment(shopper, await createInitializePaymentBody(shopper, evil)),
    );
    const back = await payAtSandboxCardPage(reply.authorization_url, 'cancel');
    expect(back.origin).toBe(shop.url);
    expect(back.pathname).toBe('/cart');
  });

  it.each([
    ['Lagos', 'lekki', 'LAG-LEK'],
    ['Lagos', 'Surulere', 'LAG-YAB'],
    ['Ikeja', 'Ogba', 'LAG-IKJ'],
  ])('%s, %s is collected at %s', async (state, city, code) => {
    const shopper = await shop.buyer({ walletNaira: 5_000 });
    const change = {
      walletUse: 5_000,
      paymentMethod: 'wallet_only',
      deliveryAddress: { state, city, street: '1 Test Street' },
    };
    const reply = await postInitializePayment(shopper, await createInitializePaymentBody(shopper, change));
    const rows = await shop.db.query<{ code: string }>(
      'SELECT c.code FROM orders o JOIN pickup_centres c ON c.id = o.centre_id WHERE o.payment_id = $1',
      [reply.body.paymentId],
    );
    expect(rows).toEqual([{ code }]);
  });

  it('the shopper chooses among the centres of the state; a repeated tap elsewhere is another payment', async () => {
    const shopper = await shop.buyer();
    const start = async (pickupCentre?: string) =>
      expectStartedCardPayment(
        await postInitializePayment(shopper, await createInitializePaymentBody(shopper, { pickupCentre })),
      ).reference;
    const [byAddress, chosen, again] = [await start(), await start('LAG-LEK'), await start('LAG-LEK')];
    expect([chosen === byAddress, again]).toEqual([false, chosen]);
    const rows = await shop.db.query<{ reference: string; code: string }>(
      `SELECT p.reference, c.code FROM payments p JOIN pickup_centres c ON c.id = p.centre_id WHERE p.user_id = $1`,
      [shopper.id],
    );
    expect(Object.fromEntries(rows.map(({ reference, code }) => [reference, code]))).toEqual({
      [byAddress]: 'LAG-YAB',
      [chosen]: 'LAG-LEK',
    });
  });

  it.each(['LAG-IKJ', 'NOWHERE', "'; DROP TABLE orders"])(
    'the centre %s, which is not one of the state, is refused',
    async (pickupCentre) => {
      const shopper = await shop.buyer();
      const body = await createInitializePaymentBody(shopper, { pickupCentre });
      const answer = await postInitializePayment(shopper, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'pickup_centre_unavailable' } });
      expect(await shop.counts(shopper)).toMatchObject({ payments: 0 });
    },
  );

  it('a centre that takes no new orders is refused', async () => {
    const shopper = await shop.buyer();
    await shop.db.query("UPDATE pickup_centres SET active = false WHERE code = 'LAG-LEK'");
    const body = await createInitializePaymentBody(shopper, { pickupCentre: 'LAG-LEK' });
    const answer = await postInitializePayment(shopper, body);
    await shop.db.query("UPDATE pickup_centres SET active = true WHERE code = 'LAG-LEK'");
    expect(answer).toMatchObject({ status: 400, body: { code: 'pickup_centre_unavailable' } });
  });
});

describe('when the provider fails', () => {
  it.each(['503', '429', 'timeout', 'malformed'])(
    '%s: 500, the hold is free, a retry starts anew',
    async (fail) => {
      const shopper = await shop.buyer({ walletNaira: 2_000 });
      const key = randomUUID();
      const body = await createInitializePaymentBody(shopper, {
        walletUse: 2_000,
        paymentMethod: 'wallet_and_flutterwave',
      });
      await shop.scenario({ api: { fail, times: 1 } });
      const failed = await postInitializePayment(shopper, body, key);
      expect(failed).toMatchObject({
        status: 500,
        body: { message: 'Payment service is temporarily unavailable. Please try again later.' },
      });
      expect(await shop.counts(shopper)).toMatchObject({ payments: 1, liveHolds: 0 });
      const rows = await shop.db.query<{ polled: boolean; failure: string; reference: string }>(
        'SELECT next_poll_at IS NOT NULL AS polled, failure, reference FROM payments WHERE user_id = $1',
        [shopper.session.user.id],
      );
      expect(rows).toMatchObject([{ polled: true, failure: 'link_unknown' }]);
      // An answer of 500 is not stored, so the same key works again with another reference.
      await shop.scenario({});
      const retried = expectStartedCardPayment(await postInitializePayment(shopper, body, key));
      expect(retried.reference).not.toBe(rows[0]?.reference);
    },
  );

  it("a key of ours that it does not take is not the shopper's mistake, and keeps no hold", async () => {
    const shopper = await shop.buyer({ walletNaira: 2_000 });
    const change = { walletUse: 2_000, paymentMethod: 'wallet_and_flutterwave' };
    const body = (await createInitializePaymentBody(shopper, change)) as InitializePaymentBody;
    const stranger = flutterwaveProvider.open(
      { baseUrl: shop.url, secretKey: 'FLWSECK_TEST-nobody', secretHash: 'x' },
      { hasSandbox: true },
    );
    const paying = initializePayment({ ...beginning(), provider: stranger }, ownerOf(shopper), body, noKey);
    await expect(paying).rejects.toMatchObject({ code: 'payment_unavailable' });
    expect(await shop.counts(shopper)).toMatchObject({ payments: 1, liveHolds: 0 });
  });

  it('the price that the shopper saw stands for nothing once it is gone', async () => {
    const shopper = await shop.shopper();
    const productId = await shop.product();
    await shopper.add(productId);
    const body = await createInitializePaymentBody(shopper);
    await shop.db.query('UPDATE products SET price_kobo = 480000 WHERE id = $1', [productId]);
    const answer = await postInitializePayment(shopper, body);
    expect(answer.body).toMatchObject({ message: 'Prices have changed. Your total is now ₦4,800.' });
  });
});
