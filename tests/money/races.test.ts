import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from '#contract/schemas/wallet.ts';
import { startShopFromBuild } from '../support/built-shop.ts';
import { readSandboxProviderState } from '../support/card-page.ts';
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
});
