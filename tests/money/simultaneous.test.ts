import { beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, paidTransaction, withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);
let productId: string;

beforeAll(async () => {
  productId = await shop.product(1_000_000);
});

async function countOrders(userId: string): Promise<number> {
  const [row] = await shop.db.query<{ count: number }>('SELECT count(*) FROM orders WHERE user_id = $1', [
    userId,
  ]);
  return row?.count ?? 0;
}

it('50 wallet payments at once with money for one make one debit and one order', async () => {
  const userId = await shop.shopper(GROUP_PRICE_KOBO);
  await shop.addToCart(userId, { productId, quantity: 1 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.payFromWallet(userId)));
  // Payments that named the cart before it was bought all get its one order; later ones hear that the cart is empty.
  const told = answers.map((answer) => (answer.result === 'ordered' ? answer.reference : answer.reason));
  expect(new Set(told.filter((word) => word !== 'cart_empty')).size).toBe(1);
  expect(await countOrders(userId)).toBe(1);
  expect(await shop.wallet(userId)).toEqual({ balanceKobo: 0, heldKobo: 0 });
  await expectInvariants(shop.db);
});

it('a wallet payment against the card success of an older attempt, 200 times: one order and every kobo kept', async () => {
  const winners = new Set<string>();
  for (let round = 0; round < 200; round += 1) {
    const userId = await shop.shopper(GROUP_PRICE_KOBO);
    await shop.addToCart(userId, { productId, quantity: 1 });
    const card = await shop.begin(userId, 40_000);
    const fromCard = async () => {
      // A payment from the wallet reads cart and wallet before it locks them, so the card comes after a varying number
      // of steps.
      for (let step = round % 6; step > 0; step -= 1) await shop.db.query('SELECT 1');
      return shop.settle(card.reference, paidTransaction(card));
    };
    const [answer] = await Promise.all([shop.payFromWallet(userId), fromCard()]);
    const isByWallet = answer.result === 'ordered' && answer.reference !== card.reference;
    winners.add(isByWallet ? 'wallet' : 'card');
    expect(await countOrders(userId)).toBe(1);
    const { balanceKobo, heldKobo } = await shop.wallet(userId);
    // The order costs one price, so the card's money is in the order or in the wallet.
    expect({ balanceKobo, heldKobo }).toEqual({ balanceKobo: card.cardKobo, heldKobo: 0 });
  }
  expect(winners).toEqual(new Set(['wallet', 'card']));
  await expectInvariants(shop.db);
});

it('something put into the cart beside a settle is never lost and never bought unpaid, 100 times', async () => {
  const other = await shop.product(1_000_000);
  for (let round = 0; round < 100; round += 1) {
    const userId = await shop.shopper();
    await shop.addToCart(userId, { productId, quantity: 1 });
    const payment = await shop.begin(userId);
    await Promise.all([
      shop.settle(payment.reference, paidTransaction(payment)),
      shop.addToCart(userId, { productId, quantity: 2 }),
      shop.addToCart(userId, { productId: other, quantity: 1 }),
      shop.settle(payment.reference, paidTransaction(payment, { status: 'pending' })),
    ]);
    const left = await shop.db.query<{ productId: string; quantity: number }>(
      `SELECT i.product_id AS "productId", i.quantity FROM carts c JOIN cart_items i ON i.cart_id = c.id
       WHERE c.user_id = $1 AND c.status = 'open'`,
      [userId],
    );
    expect(left).toHaveLength(2);
    expect(left).toEqual(
      expect.arrayContaining([
        { productId, quantity: 2 },
        { productId: other, quantity: 1 },
      ]),
    );
    expect(await countOrders(userId)).toBe(1);
  }
  await expectInvariants(shop.db);
});
