import { expect, it } from 'vitest';
import { calculateQuantityReductionRefund } from '#contract/rules/money/quantity-reduction.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { notificationsOf } from './support/group-facts.ts';
import { runJobs } from './support/run-jobs.ts';
import { GROUP_PRICE_KOBO, type MoneyShop, paidTransaction, withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const REFUSED = { code: 'AJ002' };
const shop = openFixtureForFile(createTestDatabase, withMoney);

interface PaidLine {
  userId: string;
  productId: string;
  groupId: string;
  trackingNumber: string;
}

/** Makes a member who has paid some units, partly from the wallet, in a group of 100 units or the given minimum. */
async function buy(quantity: number, walletKobo = 0, minUnits = 100): Promise<PaidLine> {
  const productId = await shop.product(minUnits);
  const userId = await shop.shopper(walletKobo);
  await shop.addToCart(userId, { productId, quantity });
  const payment = await shop.begin(userId, walletKobo);
  await shop.settle(payment.reference, paidTransaction(payment));
  const [order] = await shop.db.query<{ trackingNumber: string }>(
    'SELECT tracking_no AS "trackingNumber" FROM orders WHERE user_id = $1',
    [userId],
  );
  const { id: groupId } = await shop.groupOf(userId, productId);
  return { userId, productId, groupId, trackingNumber: order?.trackingNumber ?? '' };
}

const takeLess = (of: PaidLine, kept: number, db: Pick<MoneyShop['db'], 'query'> = shop.db) =>
  db.query('SELECT take_less($1, $2, $3, 1, $4)', [of.userId, of.groupId, of.trackingNumber, kept]);

const balanceOf = async (userId: string): Promise<number> => (await shop.wallet(userId)).balanceKobo;

async function itemOf({ trackingNumber }: PaidLine) {
  const [item] = await shop.db.query<{ quantity: number; units: number; paid: number; refunded: number }>(
    `SELECT i.quantity, i.units, i.paid_kobo AS paid, i.refunded_kobo AS refunded
     FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.tracking_no = $1`,
    [trackingNumber],
  );
  return item;
}

it('pays the part that is given up back to the wallet, frees its units, and once only', async () => {
  const line = await buy(3, 40_000);
  await takeLess(line, 2);
  await takeLess(line, 2);
  expect(await balanceOf(line.userId)).toBe(GROUP_PRICE_KOBO);
  expect(await itemOf(line)).toEqual({
    ...{ quantity: 2, units: 2 },
    ...{ paid: 3 * GROUP_PRICE_KOBO, refunded: GROUP_PRICE_KOBO },
  });
  expect(await shop.groupOf(line.userId, line.productId)).toMatchObject({ units: 2, status: 'active' });
  await runJobs(shop.db);
  expect(await notificationsOf(shop.db, line.userId)).toContain('Wallet credited ₦1,000 - Refund');
  const [said] = await shop.db.query('SELECT description FROM ledger_tx WHERE kind = $1', ['item_refund']);
  expect(said).toEqual({ description: 'Took less: 2 instead of 3' });
  await expectInvariants(shop.db);
});

it('leaves the rest to a leave, or to the end of a group that fails', async () => {
  const [leaver, stayer] = [await buy(3), await buy(3)];
  for (const line of [leaver, stayer]) await takeLess(line, 1);
  await shop.db.query('SELECT leave_group($1, $2)', [leaver.userId, leaver.groupId]);
  expect(await balanceOf(leaver.userId)).toBe(3 * GROUP_PRICE_KOBO);
  await shop.advance(49 * HOUR_MS);
  await runJobs(shop.db);
  expect(await balanceOf(stayer.userId)).toBe(3 * GROUP_PRICE_KOBO);
  await expectInvariants(shop.db);
});

it('refuses more than before, nothing, another shopper, and a group that is full, over or unknown', async () => {
  const line = await buy(2);
  for (const kept of [0, -1, 3]) await expect(takeLess(line, kept)).rejects.toMatchObject(REFUSED);
  const stranger = { ...line, userId: await shop.shopper() };
  await expect(takeLess(stranger, 1)).rejects.toMatchObject(REFUSED);
  await expect(takeLess({ ...line, groupId: line.userId }, 1)).rejects.toMatchObject(REFUSED);
  const full = await buy(2, 0, 2);
  await expect(takeLess(full, 1)).rejects.toMatchObject(REFUSED);
  await shop.advance(48 * HOUR_MS);
  await expect(takeLess(line, 1)).rejects.toMatchObject(REFUSED);
  expect(await itemOf(line)).toMatchObject({ quantity: 2, refunded: 0 });
  expect(await itemOf(full)).toMatchObject({ quantity: 2, refunded: 0 });
  await expectInvariants(shop.db);
});

it('rounds down to whole naira after a refund of another part, and the last leave gives the rest', async () => {
  const line = await buy(3);
  await shop.db.transaction(async (tx) => {
    // Refunds a part of the line, as an operator does.
    await tx.query(
      `SELECT pay_back_to_wallet(i, 'test', 'test', 10000) FROM order_items i WHERE user_id = $1`,
      [line.userId],
    );
  });
  await takeLess(line, 2);
  const left = 3 * GROUP_PRICE_KOBO - 10_000;
  const back = calculateQuantityReductionRefund(left / 100, 3, 2) * 100;
  expect(back % 100).toBe(0);
  expect(await balanceOf(line.userId)).toBe(10_000 + back);
  await shop.db.query('SELECT leave_group($1, $2)', [line.userId, line.groupId]);
  expect(await balanceOf(line.userId)).toBe(3 * GROUP_PRICE_KOBO);
  await expectInvariants(shop.db);
});

it('the database refuses a smaller quantity without money back, and a larger one', async () => {
  const line = await buy(3);
  const set = (what: string) =>
    shop.db.query(`UPDATE order_items SET ${what} WHERE user_id = $1`, [line.userId]);
  const refused = { code: '23001' };
  await expect(set('quantity = 2')).rejects.toMatchObject(refused);
  await expect(set('quantity = 4, refunded_kobo = 100')).rejects.toMatchObject(refused);
  const full = await buy(2, 0, 2);
  await expect(
    shop.db.query('UPDATE order_items SET quantity = 1, refunded_kobo = 100 WHERE user_id = $1', [
      full.userId,
    ]),
  ).rejects.toMatchObject(refused);
});
