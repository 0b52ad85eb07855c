import { beforeEach, describe, expect, it } from 'vitest';
import { markOrderLinesHandedOut } from '../../server/features/fulfilment/counter-repository.ts';
import { findMyGroup, findMyGroupTotals } from '../../server/features/groups/my-groups-repository.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runWithTemporaryOperators } from '../support/operators.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { notificationsOf, statusOf } from './support/group-facts.ts';
import { runJobs } from './support/run-jobs.ts';
import { GROUP_PRICE_KOBO, withMoney } from './support/with-money.ts';
import { withOperator } from './support/with-operator.ts';

const shop = openFixtureForFile(startTestApi, withMoney, withOperator);
beforeEach(() => expectInvariants(shop.db));

/**
 * Makes a secured group of 5 units of ₦1,000 whose goods have arrived in Yaba, where one member collects at once, while
 * Lekki still waits.
 */
async function halfCollected() {
  const productId = await shop.product(5);
  const taker = await shop.buy(productId, 2);
  const waiter = await shop.buy(productId, 1);
  const far = await shop.buy(productId, 2, 'Lekki');
  await runJobs(shop.db);
  const { id } = await shop.groupOf(far.userId, productId);
  const slug = (
    await shop.db.query<{ slug: string }>('SELECT slug FROM products WHERE id = $1', [productId])
  )[0];
  const stages = ['--from', 'secured', '--to', 'ready_for_pickup', '--product', slug?.slug ?? ''];
  await runOpsCommandInTest(shop, 'batch', 'move', '--centre', 'LAG-YAB', ...stages);
  expect(await shop.collect(taker)).toMatchObject({ exitCode: 0 });
  return { id, productId, taker, waiter, far };
}

async function waitsForALock(): Promise<boolean> {
  const rows = await shop.db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE 'UPDATE groups SET status%'`,
  );
  return rows.length > 0;
}

describe('failing a group of which some was collected', () => {
  it('pays back only what was not collected, and leaves the collected purchase as it was', async () => {
    const { id, taker, waiter, far } = await halfCollected();
    await shop.group('review', id);
    await shop.group('fail', id);
    await expectInvariants(shop.db);
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect(await Promise.all([taker, waiter, far].map(shop.balanceOf))).toEqual([
      0,
      GROUP_PRICE_KOBO,
      2 * GROUP_PRICE_KOBO,
    ]);
    expect(await statusOf(shop.db, id)).toBe('refunded');
    expect(await findMyGroup(shop.db, taker.userId, id)).toMatchObject({
      status: 'delivered',
      canSwitchToSolo: false,
      refundedKobo: 0,
    });
    expect((await findMyGroupTotals(shop.db, taker.userId)).groups).toMatchObject([{ status: 'delivered' }]);
    expect(await findMyGroup(shop.db, far.userId, id)).toMatchObject({
      status: 'refunded',
      canSwitchToSolo: true,
    });
    const told = 'Group buy update for Rice: failed';
    expect(await notificationsOf(shop.db, taker.userId)).not.toContain(told);
    expect(await notificationsOf(shop.db, waiter.userId)).toContain(told);
    expect(await shop.collect(waiter), 'goods that were paid back are not handed out').toMatchObject({
      exitCode: 1,
    });
    await expectInvariants(shop.db);
  });

  it('takes a later refund of a collected item from sales, also while the others are being paid back', async () => {
    const { id, taker } = await halfCollected();
    await shop.group('review', id);
    await shop.group('fail', id);
    expect(await shop.refund(taker, '--amount', '500')).toMatchObject({ exitCode: 0 });
    await expectInvariants(shop.db);
    await runJobs(shop.db);
    expect(await shop.refund(taker)).toMatchObject({ exitCode: 0 });
    expect(await shop.balanceOf(taker)).toBe(2 * GROUP_PRICE_KOBO);
    await expectInvariants(shop.db);
  });

  it('waits for a counter that is handing goods out, and does not pay them back', async () => {
    const { id, waiter } = await halfCollected();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isHandedOut: () => void = () => undefined;
    const handedOut = new Promise<void>((resolve) => {
      isHandedOut = resolve;
    });
    const counter = shop.db.transaction(async (tx) => {
      await markOrderLinesHandedOut(
        tx,
        { trackingNumber: waiter.trackingNo, code: waiter.code, lines: null },
        'test',
      );
      isHandedOut();
      await held;
    });
    await handedOut;
    const failed = shop.group('review', id).then(() => shop.group('fail', id));
    await expect.poll(() => waitsForALock()).toBe(true);
    letGo();
    await counter;
    expect(await failed).toMatchObject({ exitCode: 0 });
    await runJobs(shop.db);
    expect(await shop.balanceOf(waiter)).toBe(0);
  });

  it('hands nothing out while the group is in review', async () => {
    const { id, waiter } = await halfCollected();
    await shop.group('review', id);
    expect(await shop.collect(waiter)).toMatchObject({
      exitCode: 1,
      message: 'It is not ready yet.',
    });
    await shop.group('resume', id);
    expect(await shop.collect(waiter)).toMatchObject({ exitCode: 0 });
  });
});

describe('what a move of a group would do', () => {
  it('is shown first, and changes nothing', async () => {
    const { id } = await halfCollected();
    const figures = { participants: 3, owedNaira: 5_000, collectedMembers: 1, collectedNaira: 2_000 };
    expect(await shop.group('review', id, '--dry-run')).toMatchObject({
      exitCode: 0,
      data: { isDryRun: true, status: 'manual_review', ...figures },
    });
    expect(await statusOf(shop.db, id)).toBe('secured');
    expect(await shop.group('fail', id, '--dry-run'), 'it is refused like the real run').toMatchObject({
      exitCode: 1,
    });
    await shop.group('review', id);
    const plan = { ...figures, refundMembers: 2, refundNaira: 3_000 };
    expect(await runOpsCommandInTest(shop, 'group', 'fail', id, '--dry-run')).toMatchObject({
      exitCode: 0,
      data: { isDryRun: true, status: 'failed', ...plan },
    });
    expect(await statusOf(shop.db, id)).toBe('manual_review');
    const text = await runOpsCommand(['group', 'fail', id, '--dry-run'], async () => shop.deps);
    expect(text.stdout).toBe(
      [
        '3 members, 5 of 5 units, 5 of them paid: ₦5,000.',
        'Collected: 1 member, ₦2,000; they keep it.',
        'To refund: 2 members, ₦3,000.',
        'The group would be failed.\n',
      ].join('\n'),
    );
    expect(await shop.group('fail', id)).toMatchObject({
      data: { isDryRun: false, status: 'failed', ...plan },
    });
    const { data } = await runOpsCommandInTest<{ action: string; after: object }[]>(
      shop,
      'audit',
      '--target',
      `group:${id}`,
    );
    expect(data.filter((line) => line.action === 'group.fail')).toMatchObject([
      { after: { refundMembers: 2, refundKobo: 300_000, collectedMembers: 1, collectedKobo: 200_000 } },
    ]);
  });

  it('asks a second operator to fail a group when much would be paid back', async () => {
    const productId = await shop.product(51);
    const member = await shop.buy(productId, 51);
    await runJobs(shop.db);
    const { id } = await shop.groupOf(member.userId, productId);
    await shop.group('review', id);
    await runWithTemporaryOperators(shop, { femi: 'ops', bisi: 'ops' }, async (run) => {
      const fail = (...words: string[]) =>
        run('group', 'fail', id, '--reason', 'test', '--as', 'femi', ...words);
      expect(await fail()).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('another operator'),
      });
      expect(await statusOf(shop.db, id)).toBe('manual_review');
      expect(await fail('--dry-run')).toMatchObject({ exitCode: 0 });
      expect(await fail('--approved-by', 'bisi')).toMatchObject({ exitCode: 0 });
    });
    const { data } = await runOpsCommandInTest<{ after: object }[]>(shop, 'audit', '--target', `group:${id}`);
    expect(data).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ approvedBy: 'bisi' }) }),
    );
  });
});
