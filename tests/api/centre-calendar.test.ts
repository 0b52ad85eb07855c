import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY_DAYS_MAX, DELIVERY_DAYS_MIN, PICKUP_PERIOD_DAYS } from '#contract/limits.ts';
import { formatLagosDate, formatLagosDateRange } from '#contract/rules/time/lagos-date.ts';
import type { MyGroupsReply } from '#contract/schemas/group.ts';
import type { OpsDashboardReply } from '#contract/schemas/ops/dashboard.ts';
import type { OpsMoveBatchesReply } from '#contract/schemas/ops/pickup.ts';
import type { OrderReceipt } from '#contract/schemas/order.ts';
import type { PickupCentresReply } from '#contract/schemas/product.ts';
import { advanceBatchStages } from '../../server/features/fulfilment/batch-service.ts';
import { formatLagosTime } from '../../server/features/fulfilment/not-handed-out-message.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { createPickupRemindersJob } from '../../server/jobs/pickup-reminders-job.ts';
import { formatLagosDayAndTime } from '../../server/lib/calendar.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { runAllJobs } from '../support/api-stories.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';

/** The opening days and holidays of a pickup centre change dates for shoppers and at the console. */

const shop = openFixtureForFile(openPaymentTestShop);
const DAY_MS = 86_400_000;
let ngozi: SignedInTestOperator;
beforeAll(async () => {
  ngozi = await signInTestOperator(shop, 'ngozi', 'owner');
});
beforeEach(() => shop.db.query('UPDATE order_items SET collected_at = app_now() WHERE collected_at IS NULL'));
afterEach(() => shop.db.query(`UPDATE pickup_centres SET holidays = '{}', orders_per_day = NULL`));

interface Bought {
  buyer: TestShopper;
  groupId: string;
  tracking: string;
  centreCode: string;
  productSlug: string;
}
/** Buys goods so that their group is full. */
async function buy(): Promise<Bought> {
  const buyer = await shop.shopper(20_000);
  await buyer.add(await addTestProduct(shop, { priceNaira: 1_000, minUnits: 5 }), 5);
  await buyer.pay({ method: 'wallet_only', walletNaira: 5_000 });
  const [order] = await shop.db.query<Omit<Bought, 'buyer'>>(
    `SELECT i.group_id AS "groupId", o.tracking_no AS tracking, c.code AS "centreCode", p.slug AS "productSlug"
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN pickup_centres c ON c.id = o.centre_id
       JOIN products p ON p.id = i.product_id WHERE o.user_id = $1`,
    [buyer.id],
  );
  if (!order) throw new Error('nothing was bought');
  await shop.db.transaction((tx) => moveGroupToSecured(tx, order.groupId));
  await runAllJobs(shop);
  return { buyer, ...order };
}
/** Buys goods that arrived at their centre the given number of days ago. */
async function buyReady(daysAgo = 0): Promise<Bought> {
  const bought = await buy();
  const move = { ...bought, from: 'secured', to: 'ready_for_pickup' } as const;
  await advanceBatchStages(shop.db, move, { actor: 'test', reason: 'it has come' });
  await shop.db.query(
    `UPDATE fulfilment_batches SET ready_at = app_now() - $2 * interval '1 day' WHERE group_id = $1`,
    [bought.groupId, daysAgo],
  );
  return bought;
}

/** Formats the day in Lagos that many days from now. */
const day = (days: number): string => formatLagosDayAndTime(new Date(Date.now() + days * DAY_MS))[0];
const after = (instant: string | null | undefined, days: number) =>
  new Date(Date.parse(instant ?? '') + days * DAY_MS);
async function get<Of>(url: string): Promise<Of> {
  const { status, body } = await ngozi.call<{ data: Of }>('GET', `/api/ops/${url}`);
  expect(status).toBe(200);
  return body.data;
}
async function change({ centreCode }: Bought, calendar: object): Promise<void> {
  const { status } = await ngozi.call('POST', `/api/ops/pickup/${centreCode}/edit`, calendar);
  expect(status).toBe(200);
}
const closeOn = (bought: Bought, days: string[]) =>
  change(bought, { holidays: Object.fromEntries(days.map((one) => [one, 'Stock taking'])) });

/** Reads the order in the shopper's account, and expects the receipt to agree. */
async function readAsShopper({ buyer, groupId, tracking }: Bought) {
  const { body } = await buyer.call<MyGroupsReply>('GET', '/api/group/my-groups');
  const order = body.data.find(({ _id }) => _id === groupId)?.orders[0];
  const receipt = await buyer.call<{ data: OrderReceipt }>('GET', `/api/orders/${tracking}/receipt`);
  expect(receipt.body.data.lines[0]?.steps).toEqual(order?.steps);
  const step = (name: string) => order?.steps.find((one) => one.step === name);
  return {
    pickup: order?.pickup,
    full: step('group_full'),
    ready: step('ready'),
    collected: step('collected'),
  };
}
async function findNewestDays({ buyer }: Bought): Promise<unknown> {
  await runAllJobs(shop);
  const [newest] = await shop.db.query<{ days: unknown }>(
    `SELECT data -> 'days' AS days FROM notifications WHERE user_id = $1 AND category = 'group_buy'
     ORDER BY created_at DESC, id LIMIT 1`,
    [buyer.id],
  );
  return newest?.days;
}
const isOverdue = async ({ centreCode, tracking }: Bought) =>
  (await get<{ trackingNumber: string; isOverdue: boolean }[]>(`pickup/${centreCode}/list`)).find(
    ({ trackingNumber }) => trackingNumber === tracking,
  )?.isOverdue;
const findMessage = async ({ centreCode }: Bought): Promise<string> => {
  const [person] = await get<{ link: string }[]>(`pickup/${centreCode}/links`);
  return new URL(person?.link ?? '').searchParams.get('text') ?? '';
};

test('the day to collect by is one on which the centre is open, and only then the order is overdue', async () => {
  const bought = await buyReady(3.5);
  const { pickup } = await readAsShopper(bought);
  expect(pickup?.collectBy).toBe(after(pickup?.readyAt, PICKUP_PERIOD_DAYS).toISOString());
  expect(await isOverdue(bought)).toBe(true);

  await closeOn(bought, [day(-0.5)]);
  const next = after(pickup?.readyAt, PICKUP_PERIOD_DAYS + 1);
  const moved = await readAsShopper(bought);
  expect([moved.pickup?.collectBy, moved.collected?.expectedTo]).toEqual([
    next.toISOString(),
    next.toISOString(),
  ]);
  expect(await isOverdue(bought)).toBe(false);
  expect(await findMessage(bought)).toContain(`Please collect it by ${formatLagosTime(next)}.`);
  await createPickupRemindersJob(shop.db).run({ isStopping: () => false });
  expect(await findNewestDays(bought)).toBe(`Collect by ${formatLagosDate(next.toISOString())}.`);
});

test('goods are expected by a day on which the centre is open, within the days of the policy', async () => {
  const first = await buy();
  await closeOn(first, [day(DELIVERY_DAYS_MAX)]);
  const bought = await buy();
  const { full, ready } = await readAsShopper(bought);
  const last = after(full?.at, DELIVERY_DAYS_MAX - 1).toISOString();
  expect([ready?.expectedFrom, ready?.expectedTo]).toEqual([
    after(full?.at, DELIVERY_DAYS_MIN).toISOString(),
    last,
  ]);
  expect(await findNewestDays(bought)).toBe(
    `Expected at your pickup centre ${formatLagosDateRange(ready?.expectedFrom ?? '', last)}.`,
  );
  const { goods } = await get<{ goods: { slug: string; expectedBy: string }[] }>('pickup/buy');
  expect(goods.find(({ slug }) => slug === bought.productSlug)?.expectedBy).toBe(last);
});

test('shoppers read of the coming holidays beside the hours', async () => {
  const bought = await buyReady();
  const hours = async () => {
    const { body } = await bought.buyer.call<PickupCentresReply>('GET', '/api/centres');
    const { pickup } = await readAsShopper(bought);
    const read = body.data.find(({ code }) => code === bought.centreCode)?.hours;
    expect(pickup?.hours).toBe(read);
    expect(await findMessage(bought)).toContain(`Open: ${read}.`);
    return read;
  };
  const usual = await hours();
  await closeOn(bought, [day(1), day(40)]);
  const [, month, date] = day(1).split('-').map(Number);
  const name = new Date(Date.UTC(2000, (month ?? 1) - 1)).toLocaleString('en-GB', { month: 'long' });
  expect(await hours()).toBe(`${usual}. Closed on ${date} ${name} (Stock taking)`);
  const listed = await get<{ code: string; hours: string }[]>('pickup/centres');
  expect(listed.find(({ code }) => code === bought.centreCode)?.hours).toBe(usual);
});

test('who brings more to a centre than it can hand out on a day is warned, and nothing is refused', async () => {
  await buyReady();
  const bought = await buy();
  const move = async (body: object) => {
    const url = `/api/ops/pickup/${bought.centreCode}/batches`;
    const wish = { from: 'secured', to: 'ready_for_pickup', product: bought.productSlug, ...body };
    return (await ngozi.call<OpsMoveBatchesReply>('POST', url, wish)).body.data;
  };
  const waiting = async () => {
    const today = await get<OpsDashboardReply['data']>('today');
    return today.waiting.find(({ kind }) => kind === 'hand_out')?.centres[0];
  };
  expect((await move({ dryRun: true })).overload).toBeNull();
  await change(bought, { ordersPerDay: 2 });
  expect((await move({ dryRun: true })).overload).toBeNull();
  await change(bought, { ordersPerDay: 1 });
  const warning = 'More than this centre can hand out in a day: 2 of 1';
  expect((await move({ dryRun: true })).overload).toBe(warning);
  expect(await waiting()).toMatchObject({ count: 1, overload: null });
  expect(await move({})).toMatchObject({ moved: 1, warning: null, overload: warning });
  expect(await waiting()).toMatchObject({ count: 2, overload: warning });
  expect((await move({ from: 'ready_for_pickup', to: 'delivered', dryRun: true })).overload).toBeNull();
});

describe('the days in the database', () => {
  const WEEK = [...Array<string>(5).fill('09:00-18:00'), '', ''];
  const compute = async (rule: 'collect_by' | 'expected_by', centre: object, at: string) =>
    (
      await shop.db.query<{ at: Date }>(
        `SELECT ${rule}(jsonb_populate_record(NULL::pickup_centres, $1::jsonb), $2::timestamptz) AS at`,
        [JSON.stringify({ holidays: {}, ...centre }), at],
      )
    )[0]?.at.toISOString();
  const month = Object.fromEntries(
    Array.from({ length: 31 }, (_, one) => [`2026-12-${String(one + 1).padStart(2, '0')}`, '']),
  );

  test.each([
    ['three days later', {}, '2026-12-02T10:00:00Z', '2026-12-05T10:00:00.000Z'],
    [
      'on Monday after a closed weekend',
      { open_times: WEEK },
      '2026-12-02T10:00:00Z',
      '2026-12-07T10:00:00.000Z',
    ],
    [
      'on Tuesday if Monday is a holiday',
      { open_times: WEEK, holidays: { '2026-12-07': '' } },
      ...(['2026-12-02T10:00:00Z', '2026-12-08T10:00:00.000Z'] as const),
    ],
    // In Lagos this instant is already Thursday.
    ['by the day in Lagos', { open_times: WEEK }, '2026-12-02T23:30:00Z', '2026-12-06T23:30:00.000Z'],
    [
      'unmoved by a month without an open day',
      { holidays: { ...month, '2027-01-01': '', '2027-01-02': '' } },
      '2026-11-28T10:00:00Z',
      '2026-12-01T10:00:00.000Z',
    ],
  ])('goods are collected %s', async (_, centre, ready, by) => {
    expect(await compute('collect_by', centre, ready)).toBe(by);
  });

  test.each([
    ['the fifth day', {}, '2026-12-02T10:00:00Z', '2026-12-07T10:00:00.000Z'],
    [
      'the last open day before a closed weekend',
      { open_times: WEEK },
      '2026-12-01T10:00:00Z',
      '2026-12-04T10:00:00.000Z',
    ],
    [
      'the fifth day if none is open',
      { holidays: month },
      '2026-12-01T10:00:00Z',
      '2026-12-06T10:00:00.000Z',
    ],
  ])('goods are expected by %s', async (_, centre, full, by) => {
    expect(await compute('expected_by', centre, full)).toBe(by);
  });
});
