import { beforeEach, describe, expect, it } from 'vitest';
import { findMyGroup } from '../../server/features/groups/my-groups-repository.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { statusOf } from './support/group-facts.ts';
import { runJobs } from './support/run-jobs.ts';
import { GROUP_PRICE_KOBO, withMoney } from './support/with-money.ts';
import { withOperator } from './support/with-operator.ts';

const HOUR_MS = 3_600_000;
const shop = openFixtureForFile(startTestApi, withMoney, withOperator);
beforeEach(() => expectInvariants(shop.db));

describe('a group whose members were paid back while it was in review', () => {
  it('gives their units back when it forms again', async () => {
    const productId = await shop.product(10);
    const [gone, stays] = [await shop.buy(productId, 8), await shop.buy(productId, 1)];
    const { id } = await shop.groupOf(gone.userId, productId);
    await shop.group('review', id);
    await shop.refund(gone);
    await expectInvariants(shop.db);
    expect(await shop.group('resume', id)).toMatchObject({ data: { status: 'active', units: '1/10' } });
    await expectInvariants(shop.db);
    const next = await shop.buy(productId, 1);
    expect(await shop.groupOf(next.userId, productId)).toMatchObject({ id, status: 'active', units: 2 });
    const members = await shop.db.query(
      'SELECT units FROM group_members WHERE group_id = $1 ORDER BY units, user_id',
      [id],
    );
    expect(members).toEqual([{ units: 0 }, { units: 1 }, { units: 1 }]);
    expect(await findMyGroup(shop.db, stays.userId, id)).toMatchObject({ participantCount: 2 });
  });

  it('is neither resumed nor secured below its paid minimum, and fails by itself', async () => {
    const productId = await shop.product(10);
    const [gone, stays] = [await shop.buy(productId, 8), await shop.buy(productId, 2)];
    const { id } = await shop.groupOf(gone.userId, productId);
    await shop.group('review', id);
    await shop.refund(gone);
    const short = 'Only 2 of its 10 units are paid. Fail this group.';
    expect(await shop.group('resume', id)).toMatchObject({ exitCode: 1, message: short });
    expect(await shop.group('secure', id)).toMatchObject({ exitCode: 1, message: short });
    await shop.advance(24 * HOUR_MS + 1_000);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, id)).toBe('refunded');
    expect(await shop.balanceOf(stays)).toBe(2 * GROUP_PRICE_KOBO);
  });

  it('is not secured by the job without a single paid unit: it is looked at, and fails', async () => {
    const productId = await shop.product(3);
    const gone = await shop.buy(productId, 3);
    const { id } = await shop.groupOf(gone.userId, productId);
    expect(await statusOf(shop.db, id)).toBe('successful');
    await shop.refund(gone);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, id)).toBe('manual_review');
    await expectInvariants(shop.db);
    await shop.advance(24 * HOUR_MS + 1_000);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, id)).toBe('refunded');
  });

  it('goes on after a single refund once it was secured', async () => {
    const productId = await shop.product(3);
    const [gone, stays] = [await shop.buy(productId, 2), await shop.buy(productId, 1)];
    await runJobs(shop.db);
    const { id } = await shop.groupOf(stays.userId, productId);
    await shop.group('review', id);
    await shop.refund(gone);
    expect(await shop.group('resume', id)).toMatchObject({ data: { status: 'secured' } });
    await shop.group('review', id);
    await shop.refund(stays);
    expect(await shop.group('resume', id)).toMatchObject({ exitCode: 1 });
    await shop.group('fail', id);
    await runJobs(shop.db);
    expect(await statusOf(shop.db, id)).toBe('refunded');
    await expectInvariants(shop.db);
  });
});

it('a line of a group that moves meanwhile is paid back as the group then is', async () => {
  const member = await shop.buy(await shop.product(10), 2);
  const [{ groupId } = { groupId: '' }] = await shop.db.query<{ groupId: string }>(
    'SELECT group_id AS "groupId" FROM order_items WHERE user_id = $1',
    [member.userId],
  );
  const mover = await shop.db.pool.connect();
  await mover.query('BEGIN');
  await mover.query(
    `UPDATE groups SET status = 'manual_review', joinable = false, review_from = 'active',
       review_due = app_now() + interval '1 day' WHERE id = $1`,
    [groupId],
  );
  const refunding = shop.refund(member);
  const waiting = () =>
    shop.db.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  await expect.poll(waiting).toHaveLength(1);
  await mover.query('COMMIT');
  mover.release();
  expect(await refunding).toMatchObject({ exitCode: 0 });
  expect(await shop.balanceOf(member)).toBe(2 * GROUP_PRICE_KOBO);
  await expectInvariants(shop.db);
});
