import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGroupOperatorService } from '../../server/features/groups/group-operator-service.ts';
import { readGroupProgress } from '../../server/features/groups/group-progress.ts';
import { presentMyGroup, presentStats } from '../../server/features/groups/my-groups-presentation.ts';
import {
  findMyGroup,
  findMyGroups,
  findMyGroupTotals,
} from '../../server/features/groups/my-groups-repository.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, type MoneyShop, openMoneyShop, paidTransaction } from './support/money-shop.ts';
import { recordEvents, runJobs } from './support/run-jobs.ts';

const HOUR_MS = 3_600_000;
let database: TestDatabase;
let shop: MoneyShop;

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openMoneyShop(database.db);
});
afterAll(() => database.close());

async function statusOf(groupId: string): Promise<string | undefined> {
  const [row] = await shop.db.query<{ status: string }>('SELECT status FROM groups WHERE id = $1', [groupId]);
  return row?.status;
}

async function noticesOf(userId: string): Promise<string[]> {
  const rows = await shop.db.query<{ message: string }>(
    'SELECT message FROM notifications WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  );
  return rows.map((row) => row.message).sort();
}

const operator = () =>
  createGroupOperatorService(shop.db, async (tx, line) => {
    await tx.query('INSERT INTO audit_log (actor, action, target, reason) VALUES ($1, $2, $3, $4)', [
      line.actor,
      line.action,
      line.target,
      line.reason,
    ]);
  });
const act = { actor: 'operator:test', reason: 'test' };

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
    expect(await statusOf(group.id)).toBe('secured');
    for (const userId of members) {
      expect(await noticesOf(userId)).toEqual([
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
    if (mixed) await shop.settle(mixed.reference, paidTransaction(mixed));
    const group = await shop.groupOf(members[0] as string, productId);
    await runJobs(shop.db);
    expect(await statusOf(group.id)).toBe('active');
    await shop.advance(48 * HOUR_MS);
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect(await statusOf(group.id)).toBe('refunded');
    expect(await shop.wallet(members[0] as string)).toEqual({
      balanceKobo: 2 * GROUP_PRICE_KOBO,
      heldKobo: 0,
    });
    expect(await shop.wallet(members[1] as string)).toEqual({ balanceKobo: GROUP_PRICE_KOBO, heldKobo: 0 });
    expect(await noticesOf(members[0] as string)).toEqual([
      'Group buy update for Rice: failed',
      'Group buy update for Rice: refunded',
      'Payment successful! ₦2,000 paid via Card',
      'Wallet credited ₦2,000 - Refund',
    ]);
    expect(await noticesOf(members[1] as string)).toContain(
      'Payment successful! ₦1,000 paid via Wallet + Card',
    );
    await expectInvariants(shop.db);
  });

  it('waits for a live payment that could still fill it, but not for ever', async () => {
    const productId = await shop.product(3);
    const [first, late] = [await shop.shopper(), await shop.shopper()];
    await shop.buyByCard(first, { productId, quantity: 1 });
    await shop.advance(48 * HOUR_MS - 60_000);
    await shop.addToCart(late, { productId, quantity: 2 });
    const payment = await shop.begin(late, 0);
    await shop.advance(120_000);
    await runJobs(shop.db);
    const group = await shop.groupOf(first, productId);
    expect(group.status).toBe('active');
    if (payment) await shop.settle(payment.reference, paidTransaction(payment));
    expect(await shop.groupOf(late, productId)).toMatchObject({
      id: group.id,
      status: 'successful',
      units: 3,
    });

    const other = await shop.product(3);
    await shop.buyByCard(first, { productId: other, quantity: 1 });
    await shop.addToCart(late, { productId: other, quantity: 2 });
    await shop.begin(late, 0);
    await shop.advance(48 * HOUR_MS + 41 * 60_000);
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
    expect(row && presentMyGroup(row)).toMatchObject({
      status: 'active',
      userUnits: 0,
      refundedAmount: 2_000,
    });
    await shop.buyByCard(leaver, { productId, quantity: 9 });
    expect((await shop.groupOf(leaver, productId)).status).toBe('successful');
    expect(await leave()).toBe('closed');
    await expectInvariants(shop.db);
  });
});

describe('the operator', () => {
  it('reviews and resumes a group, moving its deadline by the time in review', async () => {
    const productId = await shop.product(10);
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 1 });
    const group = await shop.groupOf(userId, productId);
    const before = await readGroupProgress(shop.db, productId, 48);
    await operator().review(group.id, act);
    await shop.advance(10 * HOUR_MS);
    await operator().resume(group.id, act);
    const after = await readGroupProgress(shop.db, productId, 48);
    expect(after?.groupId).toBe(group.id);
    expect(Math.abs((after?.timeRemaining ?? 0) - (before?.timeRemaining ?? 0))).toBeLessThan(5_000);
    await runJobs(shop.db);
    expect(await noticesOf(userId)).toEqual([
      'Group buy update for Rice: forming',
      'Group buy update for Rice: under review',
      'Payment successful! ₦1,000 paid via Card',
    ]);
    await expectInvariants(shop.db);
  });

  it('is refused when a newer group is open, and when the move is not in the table', async () => {
    const productId = await shop.product(10);
    const [first, second] = [await shop.shopper(), await shop.shopper()];
    await shop.buyByCard(first, { productId, quantity: 1 });
    const group = await shop.groupOf(first, productId);
    await expect(operator().secure(group.id, act)).rejects.toMatchObject({ code: 'transition_refused' });
    await expect(operator().fail(group.id, act)).rejects.toMatchObject({ code: 'transition_refused' });
    await operator().review(group.id, act);
    await shop.buyByCard(second, { productId, quantity: 1 });
    await expect(operator().resume(group.id, act)).rejects.toMatchObject({
      message: 'A newer group is open. Secure or fail this one.',
    });
    await expect(operator().secure(group.id, act)).rejects.toMatchObject({ code: 'transition_refused' });
    await operator().fail(group.id, act);
    await runJobs(shop.db);
    expect(await statusOf(group.id)).toBe('refunded');
    expect((await shop.wallet(first)).balanceKobo).toBe(GROUP_PRICE_KOBO);
    await expectInvariants(shop.db);
  });

  it('fails a short review by itself at its due time and returns a met one two days later', async () => {
    const [short, met] = [await shop.product(10), await shop.product(1)];
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId: short, quantity: 1 });
    await shop.buyByCard(userId, { productId: met, quantity: 1 });
    const groups = [await shop.groupOf(userId, short), await shop.groupOf(userId, met)] as const;
    for (const group of groups) await operator().review(group.id, act);
    await shop.advance(24 * HOUR_MS + 1_000);
    await runJobs(shop.db);
    expect(await statusOf(groups[0].id)).toBe('refunded');
    expect(await statusOf(groups[1].id)).toBe('manual_review');
    await shop.advance(48 * HOUR_MS);
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect(await statusOf(groups[1].id)).toBe('secured');
    await expectInvariants(shop.db);
  });

  it('takes released money back into escrow before it refunds a secured group', async () => {
    const productId = await shop.product(1);
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 1 });
    await runJobs(shop.db);
    const group = await shop.groupOf(userId, productId);
    expect(group.status).toBe('secured');
    await operator().review(group.id, act);
    await operator().fail(group.id, act);
    await runJobs(shop.db);
    expect(await statusOf(group.id)).toBe('refunded');
    expect((await shop.wallet(userId)).balanceKobo).toBe(GROUP_PRICE_KOBO);
    await expectInvariants(shop.db);
  });

  it('moves batches forward only; the group follows the slowest centre; members hear of their own', async () => {
    const productId = await shop.product(2);
    const [yaba, ikeja] = [await shop.shopper(), await shop.shopper()];
    const [centre] = await shop.db.query<{ id: string }>(
      `INSERT INTO pickup_centres (code, name, state, city, address, hours)
       VALUES ('LAG-IKJ', 'Ikeja Centre', 'Lagos', 'Ikeja', 'Allen Avenue', '9am-6pm') RETURNING id`,
    );
    await shop.buyByCard(yaba, { productId, quantity: 1 });
    await shop.addToCart(ikeja, { productId, quantity: 1 });
    const payment = await shop.begin(ikeja, 0);
    await shop.db.query('UPDATE payments SET centre_id = $2 WHERE id = $1', [payment?.id, centre?.id]);
    if (payment) await shop.settle(payment.reference, paidTransaction(payment));
    await runJobs(shop.db);
    const group = await shop.groupOf(yaba, productId);
    const slug = await shop.db.query<{ slug: string }>('SELECT slug FROM products WHERE id = $1', [
      productId,
    ]);
    const productSlug = slug[0]?.slug ?? '';
    const ready = { from: 'secured', to: 'ready_for_pickup', productSlug } as const;
    expect(await operator().moveBatches({ centreCode: 'LAG-YAB', ...ready }, act)).toBe(1);
    expect(await operator().moveBatches({ centreCode: 'LAG-YAB', ...ready }, act)).toBe(0);
    const backward = { from: 'ready_for_pickup', to: 'processing', productSlug } as const;
    expect(await operator().moveBatches({ centreCode: 'LAG-YAB', ...backward }, act)).toBe(0);
    expect(await statusOf(group.id)).toBe('secured');
    const [yabaRow, ikejaRow] = [
      await findMyGroup(shop.db, yaba, group.id),
      await findMyGroup(shop.db, ikeja, group.id),
    ];
    expect(yabaRow?.status).toBe('ready_for_pickup');
    expect(yabaRow?.orders[0]?.code).toMatch(/^\d{6}$/);
    expect(ikejaRow?.status).toBe('secured');
    expect(ikejaRow?.orders[0]).toMatchObject({ name: 'Ikeja Centre', code: null });
    expect(await operator().moveBatches({ centreCode: 'LAG-IKJ', ...ready, to: 'packaging' }, act)).toBe(1);
    expect(await statusOf(group.id)).toBe('packaging');
    await runJobs(shop.db);
    expect(await noticesOf(yaba)).toContain('Group buy update for Rice: ready for pickup');
    expect(await noticesOf(ikeja)).not.toContain('Group buy update for Rice: ready for pickup');
    expect(presentStats(await findMyGroupTotals(shop.db, yaba))).toEqual({
      total: 1,
      forming: 0,
      successful: 1,
      failed: 0,
      totalSpent: 1_000,
      totalUnits: 1,
    });
    await expectInvariants(shop.db);
  });
});

describe('referrals', () => {
  async function referred(referrer: string, productId: string): Promise<string> {
    const friend = await shop.shopper(0, referrer);
    await shop.buyByCard(friend, { productId, quantity: 1 });
    return friend;
  }

  it('pays ₦500 for every three friends whose first orders were secured, and each friend their reward', async () => {
    const referrer = await shop.shopper();
    const productId = await shop.product(3);
    const friends = [];
    for (let index = 0; index < 3; index += 1) friends.push(await referred(referrer, productId));
    expect((await shop.wallet(referrer)).balanceKobo).toBe(0);
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect((await shop.wallet(referrer)).balanceKobo).toBe(50_000);
    for (const friend of friends) expect((await shop.wallet(friend)).balanceKobo).toBe(10_000);
    for (let index = 0; index < 3; index += 1) await referred(referrer, productId);
    await runJobs(shop.db);
    expect((await shop.wallet(referrer)).balanceKobo).toBe(100_000);
    expect(await noticesOf(referrer)).toEqual([
      'Referral bonus earned! ₦500 added to your wallet.',
      'Referral bonus earned! ₦500 added to your wallet.',
      'Wallet credited ₦500 - Referral Bonus',
      'Wallet credited ₦500 - Referral Bonus',
    ]);
    expect(await noticesOf(friends[0] as string)).toContain('Wallet credited ₦100 - Welcome Reward');
    await expectInvariants(shop.db);
  });

  it('counts nothing for a failed group, nor for a flagged friend', async () => {
    const referrer = await shop.shopper();
    const productId = await shop.product(50);
    for (let index = 0; index < 3; index += 1) await referred(referrer, productId);
    await shop.advance(49 * HOUR_MS);
    await runJobs(shop.db);
    const met = await shop.product(3);
    for (let index = 0; index < 3; index += 1) {
      const friend = await shop.shopper(0, referrer);
      if (index === 0) {
        await shop.db.query(`UPDATE referrals SET flags = '{same_phone}' WHERE referee_id = $1`, [friend]);
      }
      await shop.buyByCard(friend, { productId: met, quantity: 1 });
    }
    await runJobs(shop.db);
    expect((await shop.wallet(referrer)).balanceKobo).toBe(0);
    await expectInvariants(shop.db);
  });
});
