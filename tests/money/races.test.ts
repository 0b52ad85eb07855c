import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Cart } from '#contract/schemas/cart.ts';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { startShopFromBuild } from '../support/built-shop.ts';
import { payAtSandboxCardPage, readSandboxProviderState } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';

const PRICE_NAIRA = 13_800;

const shop = openFixtureForFile(() => startShopFromBuild({ RATE_LIMIT_FACTOR: '100000' }));
let productId: string;

beforeAll(async () => {
  productId = await findProductId(shop, 'semovita-10kg');
});
afterEach(async () => {
  expect(await findInvariantBreaches(shop)).toEqual([]);
});

async function readWallet(shopper: TestShopper): Promise<Wallet> {
  return await shopper.must<Wallet>('GET', '/api/wallet');
}

async function countOrders(shopper: TestShopper): Promise<number> {
  const [row] = await shop.db.query<{ number: string }>(
    'select count(*) as number from orders where user_id = $1',
    [shopper.session.user.id],
  );
  return Number(row?.number);
}

describe('a shopper who does everything at once', () => {
  it('50 wallet payments with money for one: one reference, one debit, one order', async () => {
    const shopper = await TestShopper.signUp(shop.url);
    await adjustTestWallet(shop, shopper.id, PRICE_NAIRA);
    const cart = await shopper.add(productId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        shopper.payFor(cart, { method: 'wallet_only', walletNaira: PRICE_NAIRA, key: randomUUID() }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map((answer) => answer.body.reference)).size).toBe(1);
    const wallet = await readWallet(shopper);
    expect(wallet.balance).toBe(0);
    expect(wallet.transactions.filter(({ type }) => type === 'debit').map(({ amount }) => amount)).toEqual([
      PRICE_NAIRA,
    ]);
    expect(await countOrders(shopper)).toBe(1);
  });

  it.each([
    ['with one key', randomUUID()],
    ['without a key', null],
  ])('a card payment begun 5 times at once and 5 times in a row, %s: one session', async (_name, key) => {
    const shopper = await TestShopper.signUp(shop.url);
    const cart = await shopper.add(productId);
    const begin = () => shopper.payFor(cart, { method: 'flutterwave_only', key });
    const answers = await Promise.all([begin(), begin(), begin(), begin(), begin()]);
    for (let turn = 0; turn < 5; turn += 1) answers.push(await begin());
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    const references = new Set(answers.map((answer) => answer.body.reference));
    expect(references.size).toBe(1);
    const { sessions } = await readSandboxProviderState(shop.url);
    expect(sessions.filter((session) => references.has(session.txRef))).toHaveLength(1);
  });

  it('a wallet payment against the card success of an older attempt, 200 times', async () => {
    const rounds = 200;
    const shoppers = await Promise.all(Array.from({ length: 10 }, () => TestShopper.signUp(shop.url)));
    const turns = rounds / shoppers.length;
    await Promise.all(
      shoppers.map(async (shopper) => {
        await adjustTestWallet(shop, shopper.id, PRICE_NAIRA * turns);
        for (let turn = 0; turn < turns; turn += 1) await raceWalletAgainstCard(shopper);
      }),
    );
    const counts = await Promise.all(shoppers.map(countOrders));
    expect(counts).toEqual(shoppers.map(() => turns));
  }, 240_000);

  it('something put into the cart beside a settle is never lost', async () => {
    const otherId = await findProductId(shop, 'red-palm-oil-25l');
    const shopper = await TestShopper.signUp(shop.url);
    const rounds = 40;
    await adjustTestWallet(shop, shopper.id, PRICE_NAIRA * rounds);
    for (let turn = 0; turn < rounds; turn += 1) {
      const cart = await shopper.add(productId);
      const isByCard = turn % 2 === 1;
      const pay = isByCard ? await beginByCard(shopper, cart) : () => payFromWallet(shopper, cart);
      const [isPaid] = await Promise.all([
        pay(),
        delay(randomInt(10)).then(() => shopper.add(otherId, 1, 'keg-5l')),
      ]);
      const { body: left } = await shopper.call<Cart>('GET', '/api/cart');
      const kept = left.items.find((item) => item.product._id === otherId);
      expect(kept?.quantity, `the added line, round ${turn}`).toBe(1);
      // An add that comes before the payment from the wallet changes the cart, so the payment is refused.
      const isBought = left.items.every((item) => item.product._id !== productId);
      expect(isBought).toBe(isPaid);
      if (isByCard) expect(isPaid).toBe(true);
      await shopper.must('DELETE', '/api/cart/clear');
    }
  }, 120_000);
});

async function raceWalletAgainstCard(shopper: TestShopper): Promise<void> {
  const cart = await shopper.add(productId);
  const payByCard = await beginByCard(shopper, cart);
  const before = await readWallet(shopper);
  const [walletAnswer] = await Promise.all([
    shopper.payFor(cart, { method: 'wallet_only', walletNaira: PRICE_NAIRA }),
    delay(randomInt(15)).then(payByCard),
  ]);
  expect(walletAnswer.status).toBe(200);
  const after = await readWallet(shopper);
  // Both payments were begun, so the second one's money is back in the wallet or never left it.
  expect(after.balance, 'every kobo is in the order or in the wallet').toBe(before.balance);
  expect(after.heldAmount).toBe(0);
}

async function payFromWallet(shopper: TestShopper, cart: Cart): Promise<boolean> {
  const answer = await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
  return answer.status === 200;
}

async function beginByCard(shopper: TestShopper, cart: Cart): Promise<() => Promise<boolean>> {
  const begun = await shopper.payFor(cart, { method: 'flutterwave_only' });
  const link = begun.body.authorization_url;
  if (!link) throw new Error(`no card page: ${begun.status} ${JSON.stringify(begun.body)}`);
  return async () => (await payAtSandboxCardPage(link)).searchParams.get('success') === 'true';
}
