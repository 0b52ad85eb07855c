import { describe, expect, it } from 'vitest';
import { readGroupProgress } from '../../server/features/groups/group-progress.ts';
import { refundOrderLine } from '../../server/features/groups/group-refund-service.ts';
import { toJoinedGroupReply } from '../../server/features/groups/my-groups-presentation.ts';
import { findMyGroup, findMyGroups } from '../../server/features/groups/my-groups-repository.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../server/ledger/amount-approval.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { notificationsOf, statusOf } from './support/group-facts.ts';
import { recordEvents, runJobs } from './support/run-jobs.ts';
import { GROUP_PRICE_KOBO, paidTransaction, withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const shop = openFixtureForFile(createTestDatabase, withMoney);

describe('a group that fills', () => {
  it('is successful with the last unit, secured by the job, and tells every member once', async () => {
    const productId = await shop.product(3);
    const members = [await shop.shopper(), await shop.shopper(), await shop.shopper()];
    for (const userId of members) await shop.buyByCard(userId, { productId, quantity: 1 });
    const group = await shop.groupOf(members[0] as string, productId);
    expect(group.status).toBe('successful');
    const live = recordEvents();
    await runJobs(shop.db, live);
    await runJobs(shop.db, live);
    expect(await statusOf(shop.db, group.id)).toBe('secured');
    for (const userId of members) {
      expect(await notificationsOf(shop.db, userId)).toEqual([
        'Group buy secured for Rice! Your order is being processed.',
        'Payment successful! ₦1,000 paid via Card',
      ]);
    }
    const toasts = live.heard.filter((heard) => heard.event === 'group_successful');
    expect(toasts.flatMap((toast) => toast.to)).toEqual(expect.arrayContaining(members));
    expect(live.heard.filter((heard) => heard.event === 'purchase:social_proof').length).toBe(1);
    await expectInvariants(shop.db);
  });

  it('shows the full group for ten minutes, then an empty one without a clock', async () => {
    const productId = await shop.product(2);
    const empty = await readGroupProgress(shop.db, productId, 48);
    expect(empty).toMatchObject({
      groupId: null,
      progressPercentage: 0,
      timeRemaining: 48 * HOUR_MS,
      spotsRemaining: 2,
      deadline: null,
    });
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 1 });
    const half = await readGroupProgress(shop.db, productId, 48);
    expect(half).toMatchObject({
      progressPercentage: 50,
      spotsRemaining: 1,
      unitsSold: 1,
      participantCount: 1,
    });
    await shop.buyByCard(userId, { productId, quantity: 5 });
    const full = await readGroupProgress(shop.db, productId, 48);
    expect(full).toMatchObject({
      progressPercentage: 100,
      spotsRemaining: 0,
      timeRemaining: 0,
      unitsSold: 6,
    });
    await shop.advance(11 * 60_000);
    expect(await readGroupProgress(shop.db, productId, 48)).toMatchObject({ groupId: null });
  });
});

describe('a group that misses its minimum', () => {
  it('fails after its window, pays everybody back and tells them', async () => {
    const productId = await shop.product(100);
    const members = [await shop.shopper(), await shop.shopper(30_000)];
    await shop.buyByCard(members[0] as string, { productId, quantity: 2 });
    await shop.addToCart(members[1] as string, { productId, quantity: 1 });
    const mixed = await shop.begin(members[1] as string, 30_000);
    await shop.settle(mixed.reference, paidTransaction(mixed));
    const group = await shop.groupOf(members[0] as string, productId);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, group.id)).toBe('active');
    await shop.advance(48 * HOUR_MS);
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, group.id)).toBe('refunded');
    expect(await shop.wallet(members[0] as string)).toEqual({
      balanceKobo: 2 * GROUP_PRICE_KOBO,
      heldKobo: 0,
    });
    expect(await shop.wallet(members[1] as string)).toEqual({ balanceKobo: GROUP_PRICE_KOBO, heldKobo: 0 });
    expect(await notificationsOf(shop.db, members[0] as string)).toEqual([
      'Group buy update for Rice: failed',
      'Group buy update for Rice: refunded',
      'Payment successful! ₦2,000 paid via Card',
      'Wallet credited ₦2,000 - Refund',
    ]);
    expect(await notificationsOf(shop.db, members[1] as string)).toContain(
      'Payment successful! ₦1,000 paid via Wallet + Card',
    );
    await expectInvariants(shop.db);
  });

  it('waits for a live payment that could still fill it, but no longer than 40 minutes', async () => {
    const productId = await shop.product(3);
    const [first, late] = [await shop.shopper(), await shop.shopper()];
    await shop.buyByCard(first, { productId, quantity: 1 });
    await shop.advance(48 * HOUR_MS - 60_000);
    await shop.addToCart(late, { productId, quantity: 2 });
    const payment = await shop.begin(late);
    await shop.advance(120_000);
    await runJobs(shop.db);
    const group = await shop.groupOf(first, productId);
    expect(group.status).toBe('active');
    const quoted = await shop.db.query('SELECT joinable FROM groups WHERE id = $1', [group.id]);
    expect(quoted, 'a new cart joins the next group').toEqual([{ joinable: false }]);
    await shop.settle(payment.reference, paidTransaction(payment));
    expect(await shop.groupOf(late, productId)).toMatchObject({
      id: group.id,
      status: 'successful',
      units: 3,
    });

    const other = await shop.product(3);
    await shop.buyByCard(first, { productId: other, quantity: 1 });
    await shop.addToCart(late, { productId: other, quantity: 2 });
    await shop.begin(late);
    await shop.advance(48 * HOUR_MS + 35 * 60_000);
    await runJobs(shop.db);
    expect((await shop.groupOf(first, other)).status).toBe('active');
    await shop.advance(5 * 60_000);
    await runJobs(shop.db);
    expect((await shop.groupOf(first, other)).status).toBe('refunded');
    await expectInvariants(shop.db);
  });
});

describe('leaving a forming group', () => {
  it('pays the caller back at once, frees the units, and answers a second time the same', async () => {
    const productId = await shop.product(10);
    const [leaver, stayer] = [await shop.shopper(), await shop.shopper()];
    await shop.buyByCard(leaver, { productId, quantity: 2 });
    await shop.buyByCard(stayer, { productId, quantity: 1 });
    const group = await shop.groupOf(stayer, productId);
    const leave = async () => {
      const [row] = await shop.db.query<{ answer: string }>('SELECT leave_group($1, $2) AS answer', [
        leaver,
        group.id,
      ]);
      return row?.answer;
    };
    expect(await Promise.all([leave(), leave(), leave()])).toEqual(
      expect.arrayContaining(['left', 'already_left']),
    );
    expect(await leave()).toBe('already_left');
    expect(await shop.wallet(leaver)).toEqual({ balanceKobo: 2 * GROUP_PRICE_KOBO, heldKobo: 0 });
    expect(await shop.groupOf(stayer, productId)).toMatchObject({ units: 1 });
    expect(await findMyGroups(shop.db, leaver, 200)).toEqual([]);
    const row = await findMyGroup(shop.db, leaver, group.id);
    expect(row && toJoinedGroupReply(row)).toMatchObject({
      status: 'active',
      userUnits: 0,
      refundedAmount: 2_000,
    });
    await shop.buyByCard(leaver, { productId, quantity: 9 });
    expect((await shop.groupOf(leaver, productId)).status).toBe('successful');
    expect(await leave()).toBe('closed');
    await expectInvariants(shop.db);
  });

  it('is undone whole when the time of the group ends in the middle of it', async () => {
    const productId = await shop.product(10);
    const leaver = await shop.shopper();
    await shop.buyByCard(leaver, { productId, quantity: 2 });
    const { id } = await shop.groupOf(leaver, productId);
    await shop.db.query(`CREATE FUNCTION end_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.deadline := app_now() - interval '1 second'; RETURN NEW; END $$`);
    await shop.db.query(
      'CREATE TRIGGER meanwhile BEFORE UPDATE ON groups FOR EACH ROW EXECUTE FUNCTION end_meanwhile()',
    );
    const leave = () =>
      shop.db.query<{ answer: string }>('SELECT leave_group($1, $2) AS answer', [leaver, id]);
    await expect(leave()).rejects.toMatchObject({ code: 'AJ002' });
    await shop.db.query('DROP TRIGGER meanwhile ON groups');
    expect(await shop.wallet(leaver)).toEqual({ balanceKobo: 0, heldKobo: 0 });
    expect(await leave()).toEqual([{ answer: 'left' }]);
    await expectInvariants(shop.db);
  });

  it('frees what the operator had not paid back before, and the member counts until the last item is free', async () => {
    const productId = await shop.product(10);
    const [userId, other] = [await shop.shopper(), await shop.shopper()];
    for (const quantity of [3, 2]) await shop.buyByCard(userId, { productId, quantity });
    await shop.buyByCard(other, { productId, quantity: 1 });
    const { id } = await shop.groupOf(userId, productId);
    const [order] = await shop.db.query<{ trackingNumber: string }>(
      'SELECT tracking_no AS "trackingNumber" FROM orders WHERE user_id = $1 ORDER BY created_at LIMIT 1',
      [userId],
    );
    const line = { trackingNumber: order?.trackingNumber ?? '', lineNo: 1 };
    const act = { ...UNLIMITED_SYSTEM_ACTOR, actor: 'operator:test', approvedBy: null, reason: 'test' };
    const counted = async () => {
      const { unitsSold, participantCount } = (await readGroupProgress(shop.db, productId, 48)) ?? {};
      return [unitsSold, participantCount];
    };
    await refundOrderLine(shop.db, line, GROUP_PRICE_KOBO, act);
    expect(await counted()).toEqual([6, 2]);
    await refundOrderLine(shop.db, line, null, act);
    expect(await counted()).toEqual([3, 2]);
    await shop.db.query('SELECT leave_group($1, $2)', [userId, id]);
    expect(await counted()).toEqual([1, 1]);
    expect((await shop.wallet(userId)).balanceKobo).toBe(5 * GROUP_PRICE_KOBO);
    await expectInvariants(shop.db);
  });

  it('and joining again counts only the new part', async () => {
    const productId = await shop.product(10);
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 3 });
    const group = await shop.groupOf(userId, productId);
    await shop.db.query('SELECT leave_group($1, $2)', [userId, group.id]);
    const left = await findMyGroup(shop.db, userId, group.id);
    expect(left && toJoinedGroupReply(left)).toMatchObject({
      userQuantity: 3,
      userAmount: 3_000,
      refundedAmount: 3_000,
    });
    await shop.buyByCard(userId, { productId, quantity: 1 });
    const [row] = await findMyGroups(shop.db, userId, 200);
    expect(row && toJoinedGroupReply(row)).toMatchObject({
      userQuantity: 1,
      userUnits: 1,
      userAmount: 1_000,
      refundedAmount: 0,
    });
  });
});

it('a group is delivered when all that was not paid back is collected', async () => {
  const productId = await shop.product(2);
  const userId = await shop.shopper();
  for (const quantity of [1, 1]) await shop.buyByCard(userId, { productId, quantity });
  await runJobs(shop.db);
  const { id } = await shop.groupOf(userId, productId);
  const statusSeen = async () => (await findMyGroup(shop.db, userId, id))?.status;
  await shop.db.query(
    `UPDATE order_items SET collected_at = app_now() WHERE id = (SELECT min(id) FROM order_items WHERE group_id = $1)`,
    [id],
  );
  expect(await statusSeen()).toBe('secured');
  await shop.db.query(
    `UPDATE order_items SET refunded_kobo = paid_kobo WHERE group_id = $1 AND collected_at IS NULL`,
    [id],
  );
  expect(await statusSeen()).toBe('delivered');
});
