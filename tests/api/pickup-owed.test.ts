import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAccountDeletionObstacles } from '../../server/features/auth/account/account-deletion-repository.ts';
import { findMyGroups, findMyGroupTotals } from '../../server/features/groups/my-groups-repository.ts';
import { createPickupRemindersJob } from '../../server/jobs/pickup-reminders-job.ts';
import { runJobs } from '../money/support/run-jobs.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { createPickupTestOrder, type PickupTestOrder } from '../support/pickup-order.ts';

/** Paid goods that were not handed out stay owed on every screen, whatever was done with their batch. */

const shop = openFixtureForFile(openPaymentTestShop);
let ngozi: SignedInTestOperator;
beforeAll(async () => {
  ngozi = await signInTestOperator(shop, 'ngozi', 'owner');
});

interface Reply<Of> {
  data: Of;
  message?: string;
}
async function get<Of>(url: string): Promise<Of> {
  const { status, body } = await ngozi.call<Reply<Of>>('GET', `/api/ops/${url}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
}

interface Move {
  from?: string;
  to?: string;
  reason?: string;
  dryRun?: boolean;
}
interface Moved {
  found: { product: string; members: number; uncollected: { name: string; trackingNumber: string }[] }[];
  leftOut: { product: string; why: string }[];
  moved: number;
}
/** Moves the batches of one product. Every order here has its own product. */
async function move(
  { centre, slugs }: PickupTestOrder,
  { from = 'ready_for_pickup', to = 'delivered', ...rest }: Move,
) {
  const body = { from, to, product: slugs[0], ...rest };
  return ngozi.call<Reply<Moved>>('POST', `/api/ops/pickup/${centre}/batches`, body);
}
async function collect({ trackingNumber, code }: PickupTestOrder, lines = [1]) {
  const headers = { 'idempotency-key': randomUUID() };
  const url = `/api/ops/pickup/orders/${trackingNumber}/collect`;
  return ngozi.call<Reply<object>>('POST', url, { code, lines }, headers);
}
/** Makes the order's goods arrive the given number of days earlier. */
const age = ({ slugs }: PickupTestOrder, days: number) =>
  shop.db.query(
    `UPDATE fulfilment_batches b SET ready_at = app_now() - $2 * interval '1 day', updated_at = app_now() - $2 * interval '1 day'
     FROM groups g JOIN products p ON p.id = g.product_id WHERE g.id = b.group_id AND p.slug = ANY ($1)`,
    [slugs, days],
  );
const messagesTo = async ({ shopperId }: PickupTestOrder): Promise<string[]> => {
  await runJobs(shop.db);
  const told = await shop.db.query<{ message: string }>(
    'SELECT message FROM notifications WHERE user_id = $1 ORDER BY created_at, id',
    [shopperId],
  );
  return told.map(({ message }) => message);
};
const overdueToday = async (): Promise<number> => {
  const { waiting } = await get<{ waiting: { what: string; count: number }[] }>('today');
  return waiting.find(({ what }) => what === 'Pickups overdue')?.count ?? 0;
};
const groupsOnBoard = async ({ slugs }: PickupTestOrder): Promise<string[]> =>
  (await get<{ status: string }[]>(`groups?product=${slugs[0]}`)).map(({ status }) => status);
const lineOf = async (order: PickupTestOrder) => {
  const rows = await get<{ trackingNumber: string; state: string; isOverdue: boolean; readyAt: string }[]>(
    `pickup/${order.centre}/list`,
  );
  return rows.find(({ trackingNumber }) => trackingNumber === order.trackingNumber);
};

describe('goods that were moved to delivered and not collected', () => {
  test('are named before the move, which asks a reason, and stay on every screen after it', async () => {
    const order = await createPickupTestOrder(shop, 'Danjuma Bala', { ready: ['Palm oil'] });
    await age(order, 4);
    const before = await overdueToday();
    const uncollected = [{ name: 'Danjuma Bala', trackingNumber: order.trackingNumber }];
    const preview = await move(order, { dryRun: true });
    expect(preview.body.data.found).toMatchObject([{ members: 1, uncollected }]);
    const unexplained = await move(order, {});
    expect(unexplained.status).toBe(400);
    expect(unexplained.body.message).toBe(
      `1 order has not been collected: Danjuma Bala (${order.trackingNumber}). Say why they are moved anyway.`,
    );
    expect((await move(order, { reason: 'the van took the rest along' })).body.data).toMatchObject({
      moved: 1,
    });

    expect(await lineOf(order)).toMatchObject({ state: 'waiting', isOverdue: true });
    expect(await overdueToday()).toBe(before);
    const overdue =
      await get<{ trackingNumber: string; centreName: string; readyAt: string }[]>('pickup/overdue');
    expect(overdue).toContainEqual(
      expect.objectContaining({ trackingNumber: order.trackingNumber, centreName: expect.any(String) }),
    );
    const links = await get<{ name: string }[]>(`pickup/${order.centre}/links?overdue=true`);
    expect(links.map(({ name }) => name)).toContain('Danjuma Bala');
    const shown = await get<{ lines: object[] }>(`orders/${order.trackingNumber}`);
    expect(shown.lines).toMatchObject([{ state: 'waiting', stage: 'ready_for_pickup' }]);
    const [mine] = await findMyGroups(shop.db, order.shopperId, 5);
    expect(mine).toMatchObject({
      status: 'ready_for_pickup',
      orders: [{ code: order.code, isCollected: false }],
    });
    expect((await findMyGroupTotals(shop.db, order.shopperId)).groups).toMatchObject([
      { status: 'ready_for_pickup' },
    ]);
    expect(await findAccountDeletionObstacles(shop.db, order.shopperId)).toMatchObject({
      hasUnfinishedGroup: true,
    });
    expect(await messagesTo(order)).not.toContain('Group buy update for Palm oil: delivered');

    expect(await groupsOnBoard(order)).toEqual(['delivered']);

    expect((await collect(order)).status).toBe(200);
    expect(await lineOf(order)).toBeUndefined();
    expect(await groupsOnBoard(order)).toEqual([]);
    expect(await overdueToday()).toBe(before - 1);
    expect(await findMyGroups(shop.db, order.shopperId, 5)).toMatchObject([{ status: 'delivered' }]);
  });

  test('stay also where the batch never was ready for pickup', async () => {
    const order = await createPickupTestOrder(shop, 'Ebele Nwosu', { secured: ['Garri'] });
    const wish = { from: 'secured', to: 'delivered' };
    expect((await move(order, wish)).status).toBe(400);
    expect((await move(order, { ...wish, reason: 'a slip' })).body.data.moved).toBe(1);
    expect(await lineOf(order)).toMatchObject({ state: 'waiting', readyAt: expect.any(String) });
    const [mine] = await findMyGroups(shop.db, order.shopperId, 5);
    expect(mine).toMatchObject({ status: 'ready_for_pickup', orders: [{ collectBy: expect.any(String) }] });
  });

  test('move without a reason once all was collected, and the shopper is notified', async () => {
    const order = await createPickupTestOrder(shop, 'Femi Ojo', { ready: ['Maize'] });
    await collect(order);
    expect((await move(order, { dryRun: true })).body.data.found).toMatchObject([{ uncollected: [] }]);
    expect((await move(order, {})).body.data.moved).toBe(1);
    expect(await messagesTo(order)).toContain('Group buy update for Maize: delivered');
  });

  test('a preview names what it leaves out, and counts nobody who was paid back', async () => {
    const order = await createPickupTestOrder(shop, 'Gani Musa', { secured: ['Millet'] });
    const [group] = await shop.db.query<{ id: string }>(
      'SELECT g.id FROM groups g JOIN products p ON p.id = g.product_id WHERE p.slug = $1',
      [order.slugs[0]],
    );
    await ngozi.call('POST', `/api/ops/groups/${group?.id}/review`, { reason: 'odd' });
    const wish = { from: 'secured', to: 'processing', dryRun: true };
    expect((await move(order, wish)).body.data).toMatchObject({
      found: [],
      leftOut: [{ product: 'Millet', why: 'Its group is under review.' }],
    });
    await ngozi.call('POST', `/api/ops/groups/${group?.id}/resume`, { reason: 'fine' });
    const refund = { line: 1, reason: 'torn' };
    await ngozi.call('POST', `/api/ops/orders/${order.trackingNumber}/refund`, refund);
    expect((await move(order, wish)).body.data.found).toMatchObject([{ members: 0, paidBack: 1 }]);
  });
});

interface RecentMove {
  moveId: string;
  from: string;
  to: string;
  batches: { product: string; stays: string | null }[];
}
/** Finds the last move of the order's batch as the console lists it. */
async function lastMoveOf({ centre }: PickupTestOrder, product: string): Promise<RecentMove> {
  const moves = await get<RecentMove[]>(`pickup/${centre}/moves`);
  const found = moves.find(({ batches }) => batches.some((batch) => batch.product === product));
  if (!found) throw new Error(`${product} has no move to take back`);
  return found;
}
const undo = ({ moveId }: RecentMove, key: string = randomUUID(), person = ngozi) =>
  person.call<Reply<{ takenBack: number; batches: object[] }>>(
    'POST',
    `/api/ops/pickup/moves/${moveId}/undo`,
    { reason: 'the wrong centre' },
    { 'idempotency-key': key },
  );
const READY = { from: 'secured', to: 'ready_for_pickup' };

describe('a wrong move', () => {
  test('is taken back as a whole, once, and the shopper is notified of the truth each time', async () => {
    const order = await createPickupTestOrder(shop, 'Halima Sani', { secured: ['Soya'] });
    await move(order, READY);
    expect(await messagesTo(order)).toContain('Group buy update for Soya: ready for pickup');
    const wrong = await lastMoveOf(order, 'Soya');
    expect(wrong).toMatchObject({ ...READY, batches: [{ product: 'Soya', stays: null }] });
    const key = randomUUID();
    const first = await undo(wrong, key);
    expect(first.body.data).toMatchObject({ takenBack: 1 });
    expect((await undo(wrong, key)).body).toEqual(first.body);
    expect((await undo(wrong)).status).toBe(404);

    expect(await lineOf(order)).toBeUndefined();
    expect(await findMyGroups(shop.db, order.shopperId, 5)).toMatchObject([
      { status: 'secured', orders: [{ code: null, collectBy: null }] },
    ]);
    expect((await collect(order)).body.message).toBe('It is not ready yet.');
    expect((await messagesTo(order)).at(-1)).toBe(
      'Group buy update for Soya: not ready for pickup yet. Our last message was too early, we will write again when it is ready',
    );
    const log = await shop.db.query(
      `SELECT actor, reason, before ->> 'status' AS "from", after ->> 'status' AS "to" FROM audit_log
       WHERE action = 'batch.undo' AND before ->> 'moveId' = $1`,
      [wrong.moveId],
    );
    expect(log).toEqual([
      { actor: 'operator:ngozi', reason: 'the wrong centre', from: 'ready_for_pickup', to: 'secured' },
    ]);

    await move(order, READY);
    expect((await messagesTo(order)).at(-1)).toBe('Group buy update for Soya: ready for pickup');
    expect((await collect(order)).status).toBe(200);
  });

  test('that is taken back and done again is reminded of again', async () => {
    const order = await createPickupTestOrder(shop, 'Lami Danladi', { secured: ['Cocoa'] });
    const remindersAfterOneDay = async () => {
      await age(order, 1);
      for (const _ of [1, 2]) await createPickupRemindersJob(shop.db).run({ isStopping: () => false });
      const ready = (await messagesTo(order)).filter((message) => message.endsWith('ready for pickup'));
      return ready.length;
    };
    await move(order, READY);
    expect(await remindersAfterOneDay(), 'one of the move, one after a day').toBe(2);
    await undo(await lastMoveOf(order, 'Cocoa'));
    await move(order, READY);
    expect(await remindersAfterOneDay()).toBe(4);
  });

  test('to delivered is taken back too, also when some had collected before it', async () => {
    const order = await createPickupTestOrder(shop, 'Ibrahim Audu', { ready: ['Onion', 'Pepper'] });
    await collect(order, [1]);
    await move(order, {});
    const wrong = await lastMoveOf(order, 'Onion');
    expect((await undo(wrong)).body.data.takenBack).toBe(1);
    const [group] = await shop.db.query(
      `SELECT g.status, g.closed_at FROM groups g JOIN products p ON p.id = g.product_id WHERE p.slug = $1`,
      [order.slugs[0]],
    );
    expect(group).toEqual({ status: 'ready_for_pickup', closed_at: null });
  });

  test('stays when something was collected since, and only who may move batches takes one back', async () => {
    const order = await createPickupTestOrder(shop, 'Jumoke Ayo', { ready: ['Ginger'] });
    const made = await lastMoveOf(order, 'Ginger');
    const sade = await signInTestOperator(shop, 'sade', 'support');
    expect((await undo(made, randomUUID(), sade)).status).toBe(403);
    await collect(order);
    expect(await lastMoveOf(order, 'Ginger')).toMatchObject({
      batches: [{ stays: 'Some of it was collected since.' }],
    });
    expect((await undo(made)).body.data).toMatchObject({ takenBack: 0 });
    expect(await findMyGroups(shop.db, order.shopperId, 5)).toMatchObject([{ status: 'delivered' }]);
  });

  test('taken back at the moment of a hand-out never leaves handed-out goods to be packed', async () => {
    const order = await createPickupTestOrder(shop, 'Kunle Ade', { ready: ['Yam'] });
    const made = await lastMoveOf(order, 'Yam');
    const [handedOut, back] = await Promise.all([collect(order), undo(made)]);
    expect([handedOut.status === 200, back.body.data.takenBack === 1].filter(Boolean)).toHaveLength(1);
  });
});
