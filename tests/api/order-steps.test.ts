import { beforeAll, expect, test } from 'vitest';
import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN, PICKUP_PERIOD_DAYS } from '#contract/limits.ts';
import { formatLagosDate, formatLagosDateRange } from '#contract/rules/time/lagos-date.ts';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { OrderReceipt, OrderStep } from '#contract/schemas/order.ts';
import { advanceBatchStages, undoBatchStageChange } from '../../server/features/fulfilment/batch-service.ts';
import {
  failGroupInReview,
  moveGroupToSecured,
  putGroupInReview,
} from '../../server/features/groups/group-moves.ts';
import { findPendingPushMessage } from '../../server/features/notifications/push-repository.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { runAllJobs } from '../support/api-stories.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { createPushSubscriptionKeys } from '../support/phone-keys.ts';
import type { TestShopper } from '../support/shopper.ts';

/** The steps of an order agree in the account, in the receipt and in the notifications. */

const shop = openFixtureForFile(openPaymentTestShop);
const DAY_MS = 86_400_000;
const PHONE = 'https://fcm.googleapis.com/the-way';
let buyer: TestShopper;
let bought: { tracking: string; orderId: string; groupId: string; centreCode: string; productSlug: string };

beforeAll(async () => {
  buyer = await shop.shopper(20_000);
  await buyer.add(await addTestProduct(shop, { title: 'Ofada Rice', priceNaira: 1_000, minUnits: 5 }), 4);
  await buyer.pay({ method: 'wallet_only', walletNaira: 4_000 });
  const [order] = await shop.db.query<typeof bought>(
    `SELECT o.tracking_no AS tracking, o.id AS "orderId", i.group_id AS "groupId", c.code AS "centreCode",
       p.slug AS "productSlug"
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN pickup_centres c ON c.id = o.centre_id
       JOIN products p ON p.id = i.product_id WHERE o.user_id = $1`,
    [buyer.id],
  );
  if (!order) throw new Error('nothing was bought');
  bought = order;
  await shop.db.query(
    `INSERT INTO push_subscriptions (endpoint, user_id, session_id, keys)
     SELECT $2, user_id, id, $3 FROM sessions WHERE user_id = $1`,
    [buyer.id, PHONE, JSON.stringify(createPushSubscriptionKeys())],
  );
});

const read = (steps: readonly OrderStep[] = []): string[] =>
  steps.map(({ step, at, expectedFrom, expectedTo }) => {
    if (at !== null) return `${step} reached`;
    if (expectedTo === null) return step;
    return expectedFrom === null ? `${step} by a day` : `${step} between days`;
  });

/** Reads the steps of the order in the account, and expects the receipt to agree. */
async function stepsNow(): Promise<readonly OrderStep[]> {
  const { body } = await buyer.call<MyGroupsReply>('GET', '/api/group/my-groups');
  const group = body.data.find(({ _id }) => _id === bought.groupId);
  const receipt = await buyer.call<{ data: OrderReceipt }>('GET', `/api/orders/${bought.tracking}/receipt`);
  const [order] = group?.orders ?? [];
  expect(receipt.body.data.lines[0]?.steps).toEqual(order?.steps);
  return order?.steps ?? [];
}

/** Reads what the newest notification says of the days, and the second line of its push message. */
async function daysTold(): Promise<[list: unknown, push: string | undefined]> {
  await runAllJobs(shop);
  const [newest] = await shop.db.query<{ id: string; data: Record<string, unknown> }>(
    `SELECT id, data FROM notifications WHERE user_id = $1 AND category = 'group_buy'
     ORDER BY created_at DESC, id LIMIT 1`,
    [buyer.id],
  );
  const pushed = await findPendingPushMessage(shop.db, {
    userId: buyer.id,
    noticeId: newest?.id ?? '',
    endpoint: PHONE,
  });
  return [newest?.data.days, pushed?.message.split('\n')[1]];
}

const after = (instant: string | null | undefined, days: number): string =>
  new Date(Date.parse(instant ?? '') + days * DAY_MS).toISOString();
const move = (from: 'secured' | 'packaging', to: 'packaging' | 'ready_for_pickup') =>
  advanceBatchStages(shop.db, { ...bought, from, to }, { actor: 'test', reason: 'the van is here' });

test('each step has its day, in the account, the receipt and the notification', async () => {
  expect(read(await stepsNow())).toEqual([
    ...['paid reached', 'group_full by a day', 'packed', 'ready by a day', 'collected'],
  ]);

  const other = await shop.shopper(5_000);
  const [product] = await shop.db.query<{ id: string }>('SELECT product_id AS id FROM groups WHERE id = $1', [
    bought.groupId,
  ]);
  await other.add(product?.id ?? '', 1);
  await other.pay({ method: 'wallet_only', walletNaira: 1_000 });
  await shop.db.transaction((tx) => moveGroupToSecured(tx, bought.groupId));
  const full = await stepsNow();
  expect(read(full)).toEqual([
    ...['paid reached', 'group_full reached', 'packed', 'ready between days', 'collected'],
  ]);
  const expected = [DELIVERY_DAYS_MIN, DELIVERY_DAYS_MAX].map((days) => after(full[1]?.at, days));
  expect([full[3]?.expectedFrom, full[3]?.expectedTo]).toEqual(expected);
  const days = `Expected at your pickup centre ${formatLagosDateRange(expected[0] ?? '', expected[1] ?? '')}.`;
  expect(await daysTold()).toEqual([days, days]);

  await move('secured', 'packaging');
  expect(read(await stepsNow()).slice(2)).toEqual(['packed reached', 'ready between days', 'collected']);
  expect(await daysTold()).toEqual([days, days]);

  await move('packaging', 'ready_for_pickup');
  const ready = await stepsNow();
  expect(read(ready).slice(2)).toEqual(['packed reached', 'ready reached', 'collected by a day']);
  expect(ready[4]?.expectedTo).toBe(after(ready[3]?.at, PICKUP_PERIOD_DAYS));
  const collectBy = `Collect by ${formatLagosDate(ready[4]?.expectedTo ?? '')}.`;
  expect(await daysTold()).toEqual([collectBy, collectBy]);

  const [batch] = await shop.db.query<{ moveId: string }>(
    `SELECT b.move_id AS "moveId" FROM fulfilment_batches b JOIN pickup_centres c ON c.id = b.centre_id
     WHERE b.group_id = $1 AND c.code = $2`,
    [bought.groupId, bought.centreCode],
  );
  await undoBatchStageChange(shop.db, batch?.moveId ?? '', { actor: 'test', reason: 'the wrong van' });
  expect(read(await stepsNow()).slice(2)).toEqual(['packed reached', 'ready between days', 'collected']);
  expect(await daysTold()).toEqual([undefined, undefined]);

  await move('packaging', 'ready_for_pickup');
  await shop.db.query('UPDATE order_items SET collected_at = app_now() WHERE order_id = $1', [
    bought.orderId,
  ]);
  expect(read(await stepsNow()).at(-1)).toBe('collected reached');
});

test('under review no day is promised, and a failed group has no way', async () => {
  const shopper = await shop.shopper(5_000);
  await shopper.add(await addTestProduct(shop, { priceNaira: 1_000, minUnits: 5 }), 1);
  await shopper.pay({ method: 'wallet_only', walletNaira: 1_000 });
  const mine = async () => {
    const { body } = await shopper.call<MyGroupsReply>('GET', '/api/group/my-groups');
    return { id: body.data[0]?._id ?? '', steps: read(body.data[0]?.orders[0]?.steps) };
  };
  const { id, steps } = await mine();
  expect(steps).toContain('ready by a day');
  await shop.db.transaction((tx) => putGroupInReview(tx, id, 'active'));
  expect((await mine()).steps).toEqual(['paid reached', 'group_full', 'packed', 'ready', 'collected']);
  await shop.db.transaction((tx) => failGroupInReview(tx, id));
  expect((await mine()).steps).toEqual([]);
});
