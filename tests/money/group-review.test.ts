import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectOrder } from '../../server/features/fulfilment/pickup-repository.ts';
import { findMyGroup, findMyGroupTotals } from '../../server/features/groups/my-groups-repository.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { ops } from '../support/ops.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { noticesOf, statusOf } from './support/group-facts.ts';
import { GROUP_PRICE_KOBO, type MoneyShop, openMoneyShop, paidTransaction } from './support/money-shop.ts';
import { runJobs } from './support/run-jobs.ts';

const HOUR_MS = 3_600_000;
const because = ['--reason', 'test'];
let api: TestApi;
let shop: MoneyShop;

beforeAll(async () => {
  api = await startApi();
  shop = await openMoneyShop(api.db);
  await api.db.query(
    `INSERT INTO pickup_centres (code, name, state, city, address, hours)
     VALUES ('LAG-LEK', 'Lekki Centre', 'Lagos', 'Lekki', 'Market Road', '9am-6pm')`,
  );
});
beforeEach(() => expectInvariants(api.db));
afterAll(() => api.close());

interface Member {
  userId: string;
  trackingNo: string;
  code: string;
}

/** Pays by card for the pickup centre of this code. */
async function buy(productId: string, quantity: number, centre = 'LAG-YAB'): Promise<Member> {
  const userId = await shop.shopper();
  await shop.addToCart(userId, { productId, quantity });
  const payment = await shop.begin(userId, 0);
  if (!payment) throw new Error('the payment did not begin');
  await api.db.query(
    'UPDATE payments SET centre_id = (SELECT id FROM pickup_centres WHERE code = $2) WHERE id = $1',
    [payment.id, centre],
  );
  await shop.settle(payment.reference, paidTransaction(payment));
  const [order] = await api.db.query<{ trackingNo: string; code: string }>(
    `SELECT tracking_no AS "trackingNo", pickup_code AS code FROM orders WHERE payment_id = $1`,
    [payment.id],
  );
  return { userId, trackingNo: order?.trackingNo ?? '', code: order?.code ?? '' };
}

const refund = (member: Member, ...more: string[]) =>
  ops(api, 'item', 'refund', member.trackingNo, '--line', '1', ...because, ...more);
const collect = (member: Member) => ops(api, 'item', 'collect', member.trackingNo, '--code', member.code);
const group = (verb: string, id: string, ...more: string[]) =>
  ops(api, 'group', verb, id, ...because, ...more);

/** A secured group whose members at Yaba (one collects at once) have goods while Lekki waits: 5 units of ₦1,000. */
async function halfCollected() {
  const productId = await shop.product(5);
  const taker = await buy(productId, 2);
  const waiter = await buy(productId, 1);
  const far = await buy(productId, 2, 'LAG-LEK');
  await runJobs(api.db);
  const { id } = await shop.groupOf(far.userId, productId);
  const slug = (
    await api.db.query<{ slug: string }>('SELECT slug FROM products WHERE id = $1', [productId])
  )[0];
  const stages = ['--from', 'secured', '--to', 'ready_for_pickup', '--product', slug?.slug ?? ''];
  await ops(api, 'batch', 'move', '--centre', 'LAG-YAB', ...stages);
  expect(await collect(taker)).toMatchObject({ exitCode: 0 });
  return { id, productId, taker, waiter, far };
}

async function waitsForALock({ db }: TestApi): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%_group(%'`,
  );
  return rows.length > 0;
}

const balanceOf = async ({ userId }: Member) => (await shop.wallet(userId)).balanceKobo;

describe('failing a group of which some was collected', () => {
  it('pays back only what was not collected, and leaves the collected purchase as it was', async () => {
    const { id, taker, waiter, far } = await halfCollected();
    await group('review', id);
    await group('fail', id);
    await expectInvariants(api.db);
    await runJobs(api.db);
    await runJobs(api.db);
    expect(await Promise.all([taker, waiter, far].map(balanceOf))).toEqual([
      0,
      GROUP_PRICE_KOBO,
      2 * GROUP_PRICE_KOBO,
    ]);
    expect(await statusOf(api.db, id)).toBe('refunded');
    expect(await findMyGroup(api.db, taker.userId, id)).toMatchObject({
      status: 'delivered',
      canSwitchToSolo: false,
      refundedKobo: 0,
    });
    expect((await findMyGroupTotals(api.db, taker.userId)).groups).toMatchObject([{ status: 'delivered' }]);
    expect(await findMyGroup(api.db, far.userId, id)).toMatchObject({
      status: 'refunded',
      canSwitchToSolo: true,
    });
    const told = 'Group buy update for Rice: failed';
    expect(await noticesOf(api.db, taker.userId)).not.toContain(told);
    expect(await noticesOf(api.db, waiter.userId)).toContain(told);
    expect(await collect(waiter), 'goods that were paid back are not handed out').toMatchObject({
      exitCode: 1,
    });
    await expectInvariants(api.db);
  });

  it('takes a later refund of a collected item from sales, also while the others are being paid back', async () => {
    const { id, taker } = await halfCollected();
    await group('review', id);
    await group('fail', id);
    expect(await refund(taker, '--amount', '500')).toMatchObject({ exitCode: 0 });
    await expectInvariants(api.db);
    await runJobs(api.db);
    expect(await refund(taker)).toMatchObject({ exitCode: 0 });
    expect(await balanceOf(taker)).toBe(2 * GROUP_PRICE_KOBO);
    await expectInvariants(api.db);
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
    const counter = api.db.transaction(async (tx) => {
      await collectOrder(tx, waiter.trackingNo, waiter.code);
      isHandedOut();
      await held;
    });
    await handedOut;
    const failed = group('review', id).then(() => group('fail', id));
    await expect.poll(() => waitsForALock(api)).toBe(true);
    letGo();
    await counter;
    expect(await failed).toMatchObject({ exitCode: 0 });
    await runJobs(api.db);
    expect(await balanceOf(waiter)).toBe(0);
  });

  it('hands nothing out while the group is in review', async () => {
    const { id, waiter } = await halfCollected();
    await group('review', id);
    expect(await collect(waiter)).toMatchObject({
      exitCode: 1,
      message: 'Nothing of this order waits under this code.',
    });
    await group('resume', id);
    expect(await collect(waiter)).toMatchObject({ exitCode: 0 });
  });
});

describe('what a move of a group would do', () => {
  it('is shown first, and changes nothing', async () => {
    const { id } = await halfCollected();
    const figures = { participants: 3, owedNaira: 5_000, collectedMembers: 1, collectedNaira: 2_000 };
    expect(await group('review', id, '--dry-run')).toMatchObject({
      exitCode: 0,
      data: { isDryRun: true, status: 'manual_review', ...figures },
    });
    expect(await statusOf(api.db, id)).toBe('secured');
    expect(await group('fail', id, '--dry-run'), 'it is refused like the real run').toMatchObject({
      exitCode: 1,
    });
    await group('review', id);
    const plan = { ...figures, refundMembers: 2, refundNaira: 3_000 };
    expect(await ops(api, 'group', 'fail', id, '--dry-run')).toMatchObject({
      exitCode: 0,
      data: { isDryRun: true, status: 'failed', ...plan },
    });
    expect(await statusOf(api.db, id)).toBe('manual_review');
    const text = await runOpsCommand(['group', 'fail', id, '--dry-run'], async () => api.deps);
    expect(text.stdout).toBe(
      [
        '3 members, 5 of 5 units, 5 of them paid: ₦5,000.',
        'Collected: 1 members, ₦2,000; it stays with them.',
        'To pay back: 2 members, ₦3,000.',
        'The group would be failed.\n',
      ].join('\n'),
    );
    expect(await group('fail', id)).toMatchObject({ data: { isDryRun: false, status: 'failed', ...plan } });
    const { data } = await ops<{ action: string; after: object }[]>(api, 'audit', '--target', `group:${id}`);
    expect(data.filter((line) => line.action === 'group.fail')).toMatchObject([
      { after: { refundMembers: 2, refundKobo: 300_000, collectedMembers: 1, collectedKobo: 200_000 } },
    ]);
  });

  it('asks a second operator to fail a group when much would be paid back', async () => {
    const productId = await shop.product(51);
    const member = await buy(productId, 51);
    await runJobs(api.db);
    const { id } = await shop.groupOf(member.userId, productId);
    await group('review', id);
    for (const name of ['femi', 'bisi']) await ops(api, 'operator', 'add', name, '--role', 'ops');
    const live = { ...api.deps, config: { ...api.config, sandbox: { isOn: false, speed: 1 } } };
    const fail = (...words: string[]) =>
      runOpsCommand(['group', 'fail', id, ...because, '--as', 'femi', ...words], async () => live);
    expect(await fail()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('another operator') });
    expect(await statusOf(api.db, id)).toBe('manual_review');
    expect(await fail('--dry-run')).toMatchObject({ exitCode: 0 });
    expect(await fail('--approved-by', 'bisi')).toMatchObject({ exitCode: 0 });
    const { data } = await ops<{ after: object }[]>(api, 'audit', '--target', `group:${id}`);
    expect(data).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ approvedBy: 'bisi' }) }),
    );
  });
});

describe('a group whose members were paid back while it was in review', () => {
  it('gives their units back when it forms again', async () => {
    const productId = await shop.product(10);
    const [gone, stays] = [await buy(productId, 8), await buy(productId, 1)];
    const { id } = await shop.groupOf(gone.userId, productId);
    await group('review', id);
    await refund(gone);
    await expectInvariants(api.db);
    expect(await group('resume', id)).toMatchObject({ data: { status: 'active', units: '1/10' } });
    await expectInvariants(api.db);
    const next = await buy(productId, 1);
    expect(await shop.groupOf(next.userId, productId)).toMatchObject({ id, status: 'active', units: 2 });
    const members = await api.db.query(
      'SELECT units FROM group_members WHERE group_id = $1 ORDER BY units, user_id',
      [id],
    );
    expect(members).toEqual([{ units: 0 }, { units: 1 }, { units: 1 }]);
    expect(await findMyGroup(api.db, stays.userId, id)).toMatchObject({ participantCount: 2 });
  });

  it('is neither resumed nor secured below its paid minimum, and fails by itself', async () => {
    const productId = await shop.product(10);
    const [gone, stays] = [await buy(productId, 8), await buy(productId, 2)];
    const { id } = await shop.groupOf(gone.userId, productId);
    await group('review', id);
    await refund(gone);
    const short = 'Only 2 of its 10 units are paid. Fail this group.';
    expect(await group('resume', id)).toMatchObject({ exitCode: 1, message: short });
    expect(await group('secure', id)).toMatchObject({ exitCode: 1, message: short });
    await shop.advance(24 * HOUR_MS + 1_000);
    await runJobs(api.db);
    expect(await statusOf(api.db, id)).toBe('refunded');
    expect(await balanceOf(stays)).toBe(2 * GROUP_PRICE_KOBO);
  });

  it('is not secured by the job without a single paid unit: it is looked at, and fails', async () => {
    const productId = await shop.product(3);
    const gone = await buy(productId, 3);
    const { id } = await shop.groupOf(gone.userId, productId);
    expect(await statusOf(api.db, id)).toBe('successful');
    await refund(gone);
    await runJobs(api.db);
    expect(await statusOf(api.db, id)).toBe('manual_review');
    await expectInvariants(api.db);
    await shop.advance(24 * HOUR_MS + 1_000);
    await runJobs(api.db);
    expect(await statusOf(api.db, id)).toBe('refunded');
  });

  it('goes on after a single refund once it was secured', async () => {
    const productId = await shop.product(3);
    const [gone, stays] = [await buy(productId, 2), await buy(productId, 1)];
    await runJobs(api.db);
    const { id } = await shop.groupOf(stays.userId, productId);
    await group('review', id);
    await refund(gone);
    expect(await group('resume', id)).toMatchObject({ data: { status: 'secured' } });
    await group('review', id);
    await refund(stays);
    expect(await group('resume', id)).toMatchObject({ exitCode: 1 });
    await group('fail', id);
    await runJobs(api.db);
    expect(await statusOf(api.db, id)).toBe('refunded');
    await expectInvariants(api.db);
  });
});
