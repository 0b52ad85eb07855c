import { expect, test } from 'vitest';
import {
  endPaymentAttempt,
  placeWalletHold,
} from '../../server/features/payments/payment-attempts-repository.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';
import { paidTransaction, withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);

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
  const productId = await shop.product(100, ['sack', 'bag', 'cup']);
  const cartId = await shop.addToCart(userId, { productId, quantity: 1, unitName: 'sack' });
  await shop.addToCart(userId, { productId, quantity: 2, unitName: 'bag' });
  await shop.addToCart(userId, { productId, quantity: 3, unitName: 'cup' });
  const payment = await shop.begin(userId);
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
  const { payment } = await shop.newAttempt();
  await shop.settle(payment.reference, paidTransaction(payment));
  expect(await shop.db.transaction((tx) => endPaymentAttempt(tx, payment.id, 'cancelled'))).toBe(false);
  const rows = await shop.db.query('SELECT status, outcome FROM payments WHERE id = $1', [payment.id]);
  expect(rows).toEqual([{ status: 'succeeded', outcome: 'ordered' }]);
});

test('the success of a group is left for the outbox once, and each later buyer is told apart', async () => {
  const productId = await shop.product(2);
  const [early, filling, late] = [await shop.shopper(), await shop.shopper(), await shop.shopper()];
  await shop.buyByCard(early, { productId, quantity: 1 });
  await shop.addToCart(late, { productId, quantity: 1 });
  const lateOne = await shop.begin(late);
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

test('a hold is taken once, and ending it frees no other', async () => {
  const [one, other] = [await shop.newAttempt(40_000), await shop.newAttempt(40_000)];
  const paymentId = one.payment.id;
  expect(await shop.db.transaction((tx) => placeWalletHold(tx, paymentId, one.userId, 40_000))).toBe(true);
  expect(await shop.wallet(one.userId)).toEqual({ balanceKobo: 40_000, heldKobo: 40_000 });
  expect(await shop.db.transaction((tx) => endPaymentAttempt(tx, paymentId, 'cancelled'))).toBe(true);
  expect(await shop.wallet(one.userId)).toEqual({ balanceKobo: 40_000, heldKobo: 0 });
  expect(await shop.wallet(other.userId)).toEqual({ balanceKobo: 40_000, heldKobo: 40_000 });
  await expectInvariants(shop.db);
});

test('a group past its deadline that nobody has closed yet takes no buyer; a new one opens', async () => {
  const productId = await shop.product(100);
  const [early, late] = [await shop.shopper(), await shop.shopper()];
  await shop.buyByCard(early, { productId, quantity: 1 });
  await shop.advance(49 * 3_600_000);
  expect(await shop.buyByCard(late, { productId, quantity: 1 })).toMatchObject({ result: 'ordered' });
  const [first, second] = [await shop.groupOf(early, productId), await shop.groupOf(late, productId)];
  expect(second).toMatchObject({ status: 'active', units: 1 });
  expect(second.id).not.toBe(first.id);
});

test('a member who left is none until they join again, from then on', async () => {
  const productId = await shop.product(100);
  const [member, userId] = [await shop.shopper(), await shop.shopper()];
  for (const buyer of [member, userId]) await shop.buyByCard(buyer, { productId, quantity: 1 });
  const group = await shop.groupOf(userId, productId);
  const membership = async (of: string) => {
    const rows = await shop.db.query<{ units: number; paidKobo: number; joinedAt: Date }>(
      `SELECT units, paid_kobo AS "paidKobo", joined_at AS "joinedAt" FROM group_members
       WHERE group_id = $1 AND user_id = $2`,
      [group.id, of],
    );
    return rows[0] as { units: number; paidKobo: number; joinedAt: Date };
  };
  const joinedAt = (await membership(userId)).joinedAt;
  const stayedAt = (await membership(member)).joinedAt;
  await shop.db.query('SELECT leave_group($1, $2)', [userId, group.id]);
  expect(await membership(userId)).toMatchObject({ units: 0, paidKobo: 0 });
  const progress = await shop.db.query(
    `SELECT 1 FROM outbox WHERE topic = 'progress' AND dedupe_key LIKE $1`,
    [`left:${group.id}:%`],
  );
  expect(progress).toHaveLength(1);
  await shop.advance(3_600_000);
  for (const buyer of [member, userId]) await shop.buyByCard(buyer, { productId, quantity: 1 });
  expect((await membership(userId)).joinedAt.getTime()).toBeGreaterThan(joinedAt.getTime());
  expect((await membership(member)).joinedAt).toEqual(stayedAt);
  expect(await shop.groupOf(userId, productId)).toMatchObject({ units: 3 });
  await expectInvariants(shop.db);
});

test('units are not freed of a group that changed meanwhile', async () => {
  const productId = await shop.product(100);
  const userId = await shop.shopper();
  await shop.buyByCard(userId, { productId, quantity: 1 });
  const group = await shop.groupOf(userId, productId);
  const free = (status: string) => shop.db.query(`SELECT free_units($1, '{}', $2)`, [group.id, status]);
  await expect(free('successful')).rejects.toMatchObject({ code: 'AJ002' });
  await free('active');
});
