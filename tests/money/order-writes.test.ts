import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAttempt } from '../../server/features/payments/payment-attempts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { type MoneyShop, openMoneyShop, paidTransaction } from './support/money-shop.ts';
import { runJobs } from './support/run-jobs.ts';

let database: TestDatabase;
let shop: MoneyShop;

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openMoneyShop(database.db);
});
afterAll(() => database.close());

async function begun(userId: string) {
  const payment = await shop.begin(userId, 0);
  if (!payment) throw new Error('the payment did not begin');
  return payment;
}

test('a purchase alone has its batch at the centre of its order at once', async () => {
  const userId = await shop.shopper();
  const productId = await shop.product(100);
  await shop.buyByCard(userId, { productId, quantity: 2, isSolo: true });
  const batches = await shop.db.query(
    `SELECT b.centre_id AS "centreId", b.status, g.units_sold AS units FROM fulfilment_batches b
     JOIN groups g ON g.id = b.group_id WHERE g.product_id = $1`,
    [productId],
  );
  expect(batches).toEqual([{ centreId: shop.centreId, status: 'secured', units: 2 }]);
});

test('of a cart that grew beside its payment only what was not paid stays, unit by unit', async () => {
  const userId = await shop.shopper();
  const productId = await shop.product(100);
  const cartId = await shop.addToCart(userId, { productId, quantity: 1 });
  await shop.db.query(
    `INSERT INTO cart_items (cart_id, product_id, unit_name, quantity) VALUES ($1, $2, 'bag', 2), ($1, $2, 'cup', 3)`,
    [cartId, productId],
  );
  const payment = await begun(userId);
  await shop.db.query(`UPDATE cart_items SET quantity = 7 WHERE cart_id = $1 AND unit_name = 'cup'`, [
    cartId,
  ]);
  await shop.db.query(
    `INSERT INTO cart_items (cart_id, product_id, variant, quantity) VALUES ($1, $2, 'solo', 5)`,
    [cartId, productId],
  );
  expect(await shop.settle(payment.reference, paidTransaction(payment))).toMatchObject({ result: 'ordered' });
  const items = await shop.db.query(
    `SELECT i.variant, i.unit_name AS "unitName", i.quantity FROM cart_items i JOIN carts c ON c.id = i.cart_id
     WHERE c.user_id = $1 AND c.status = 'open' ORDER BY i.id`,
    [userId],
  );
  expect(items).toEqual([
    { variant: null, unitName: 'cup', quantity: 4 },
    { variant: 'solo', unitName: null, quantity: 5 },
  ]);
  await expectInvariants(shop.db);
});

test('an attempt that became an order is not ended any more', async () => {
  const userId = await shop.shopper();
  await shop.addToCart(userId, { productId: await shop.product(100), quantity: 1 });
  const payment = await begun(userId);
  await shop.settle(payment.reference, paidTransaction(payment));
  expect(await shop.db.transaction((tx) => endAttempt(tx, payment.id, 'cancelled'))).toBe(false);
  const rows = await shop.db.query('SELECT status, outcome FROM payments WHERE id = $1', [payment.id]);
  expect(rows).toEqual([{ status: 'succeeded', outcome: 'ordered' }]);
});

test('the success of a group is left for the outbox once, and each later buyer is told apart', async () => {
  const productId = await shop.product(2);
  const [early, filling, late] = [await shop.shopper(), await shop.shopper(), await shop.shopper()];
  await shop.buyByCard(early, { productId, quantity: 1 });
  await shop.addToCart(late, { productId, quantity: 1 });
  const lateOne = await begun(late);
  await shop.buyByCard(filling, { productId, quantity: 1 });
  await shop.settle(lateOne.reference, paidTransaction(lateOne));
  const group = await shop.groupOf(late, productId);
  expect(group).toMatchObject({ status: 'successful', units: 3 });
  const keys = () =>
    shop.db.query(`SELECT topic, dedupe_key AS key FROM outbox WHERE dedupe_key LIKE $1 ORDER BY id`, [
      `group:${group.id}:successful%`,
    ]);
  const told = [
    { topic: 'group.successful', key: `group:${group.id}:successful` },
    { topic: 'notice', key: `group:${group.id}:successful:${lateOne.reference}` },
  ];
  expect(await keys()).toEqual(told);
  await runJobs(shop.db);
  expect(await keys()).toEqual(told);
});
