import { describe, expect, it } from 'vitest';
import {
  advanceBatchStages,
  syncGroupStageWithBatches,
} from '../../server/features/fulfilment/batch-service.ts';
import { createGroupServiceForOperators } from '../../server/features/groups/group-operator-service.ts';
import { readGroupProgress } from '../../server/features/groups/group-progress.ts';
import { toJoinedGroupStatsReply } from '../../server/features/groups/my-groups-presentation.ts';
import { findMyGroup, findMyGroupTotals } from '../../server/features/groups/my-groups-repository.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../server/ledger/amount-approval.ts';
import { addTestPickupCentre } from '../support/api-catalogue.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { notificationsOf, statusOf } from './support/group-facts.ts';
import { runJobs } from './support/run-jobs.ts';
import { GROUP_PRICE_KOBO, withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const shop = openFixtureForFile(createTestDatabase, withMoney);

const operator = () =>
  createGroupServiceForOperators({ db: shop.db, updateGroupStage: syncGroupStageWithBatches });
const act = { ...UNLIMITED_SYSTEM_ACTOR, actor: 'operator:test', reason: 'test' };

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
    expect(await notificationsOf(shop.db, userId)).toEqual([
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
    expect(await statusOf(shop.db, group.id)).toBe('refunded');
    expect((await shop.wallet(first)).balanceKobo).toBe(GROUP_PRICE_KOBO);
    await expectInvariants(shop.db);
  });

  it('is refused when a newer group opens at that very moment', async () => {
    const productId = await shop.product(10);
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 1 });
    const group = await shop.groupOf(userId, productId);
    await operator().review(group.id, act);
    const isWaiting = () =>
      shop.db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE 'UPDATE groups SET status%'`);
    let resumed: Promise<unknown> | undefined;
    await shop.db.transaction(async (tx) => {
      await tx.query('SELECT joinable_group($1, app_now(), 48)', [productId]);
      resumed = operator()
        .resume(group.id, act)
        .catch((error: Error) => error.message);
      await expect.poll(isWaiting).toHaveLength(1);
    });
    expect(await resumed).toBe('A newer group is open. Secure or fail this one.');
    expect(await statusOf(shop.db, group.id)).toBe('manual_review');
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
    expect(await statusOf(shop.db, groups[0].id)).toBe('refunded');
    expect(await statusOf(shop.db, groups[1].id)).toBe('manual_review');
    await shop.advance(48 * HOUR_MS);
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, groups[1].id)).toBe('secured');
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
    expect(await statusOf(shop.db, group.id)).toBe('refunded');
    expect((await shop.wallet(userId)).balanceKobo).toBe(GROUP_PRICE_KOBO);
    await expectInvariants(shop.db);
  });

  it('moves batches forward only; the group follows the slowest centre; members hear of their own', async () => {
    const productId = await shop.product(2);
    const [yaba, ikeja] = [await shop.shopper(), await shop.shopper()];
    await shop.buyByCard(yaba, { productId, quantity: 1 });
    await addTestPickupCentre(shop, 'LAG-IKJ', 'Ikeja');
    await shop.buyByCard(ikeja, { productId, quantity: 1 }, 'Ikeja');
    await runJobs(shop.db);
    const group = await shop.groupOf(yaba, productId);
    const slug = await shop.db.query<{ slug: string }>('SELECT slug FROM products WHERE id = $1', [
      productId,
    ]);
    const productSlug = slug[0]?.slug ?? '';
    const ready = { from: 'secured', to: 'ready_for_pickup', productSlug } as const;
    expect(await advanceBatchStages(shop.db, { centreCode: 'LAG-YAB', ...ready }, act)).toBe(1);
    expect(await advanceBatchStages(shop.db, { centreCode: 'LAG-YAB', ...ready }, act)).toBe(0);
    const backward = { from: 'ready_for_pickup', to: 'processing', productSlug } as const;
    expect(await advanceBatchStages(shop.db, { centreCode: 'LAG-YAB', ...backward }, act)).toBe(0);
    expect(await statusOf(shop.db, group.id)).toBe('secured');
    const [yabaRow, ikejaRow] = [
      await findMyGroup(shop.db, yaba, group.id),
      await findMyGroup(shop.db, ikeja, group.id),
    ];
    expect(yabaRow?.status).toBe('ready_for_pickup');
    expect(yabaRow?.orders[0]?.code).toMatch(/^\d{6}$/);
    expect(ikejaRow?.status).toBe('secured');
    expect(ikejaRow?.orders[0]).toMatchObject({ name: 'Ikeja Centre', code: null });
    expect(await advanceBatchStages(shop.db, { centreCode: 'LAG-IKJ', ...ready, to: 'packaging' }, act)).toBe(
      1,
    );
    expect(await statusOf(shop.db, group.id)).toBe('packaging');
    await runJobs(shop.db);
    expect(await notificationsOf(shop.db, yaba)).toContain('Group buy update for Rice: ready for pickup');
    expect(await notificationsOf(shop.db, ikeja)).not.toContain(
      'Group buy update for Rice: ready for pickup',
    );
    expect(toJoinedGroupStatsReply(await findMyGroupTotals(shop.db, yaba))).toEqual({
      total: 1,
      forming: 0,
      successful: 1,
      failed: 0,
      totalSpent: 1_000,
      totalUnits: 1,
    });
    await expectInvariants(shop.db);
  });

  it('tells a member with orders at two centres of both', async () => {
    const productId = await shop.product(2);
    const userId = await shop.shopper();
    await shop.buyByCard(userId, { productId, quantity: 1 });
    await addTestPickupCentre(shop, 'LAG-LEK', 'Lekki');
    await shop.buyByCard(userId, { productId, quantity: 1 }, 'Lekki');
    await runJobs(shop.db);
    const ready = { from: 'secured', to: 'ready_for_pickup' } as const;
    for (const centreCode of ['LAG-YAB', 'LAG-LEK']) {
      await advanceBatchStages(shop.db, { centreCode, ...ready }, act);
      await runJobs(shop.db);
    }
    const word = 'Group buy update for Rice: ready for pickup';
    expect((await notificationsOf(shop.db, userId)).filter((message) => message === word)).toEqual([
      word,
      word,
    ]);
  });
});
