import { expect, test } from 'vitest';
import { syncGroupStageWithBatches } from '../../server/features/fulfilment/batch-service.ts';
import { createGroupServiceForOperators } from '../../server/features/groups/group-operator-service.ts';
import { createCloseGroupsJob } from '../../server/jobs/close-groups-job.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { statusOf } from './support/group-facts.ts';
import { withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const shop = openFixtureForFile(createTestDatabase, withMoney);

async function groupWith(minUnits: number): Promise<string> {
  const productId = await shop.product(minUnits);
  const userId = await shop.shopper();
  await shop.buyByCard(userId, { productId, quantity: 1 });
  return (await shop.groupOf(userId, productId)).id;
}

test('a group that cannot be failed holds up no other: the next is failed, a full one secured, a review ended', async () => {
  const [stuck, expired, reviewed] = [await groupWith(10), await groupWith(10), await groupWith(10)];
  await createGroupServiceForOperators({ db: shop.db, updateGroupStage: syncGroupStageWithBatches }).review(
    reviewed,
    {
      actor: 'operator:test',
      reason: 'test',
    },
  );
  await shop.advance(49 * HOUR_MS);
  const full = await groupWith(1);
  await shop.db.query(
    `CREATE FUNCTION refuse_move() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'this group is stuck'; END $$`,
  );
  await shop.db.query(
    `CREATE TRIGGER refuse_move BEFORE UPDATE ON groups FOR EACH ROW WHEN (NEW.id = '${stuck}')
     EXECUTE FUNCTION refuse_move()`,
  );
  let woken = 0;
  const wakeRefunds = () => {
    woken += 1;
  };
  const job = createCloseGroupsJob({ db: shop.db, wakeRefunds, onReviewOverdue: () => undefined });

  await expect(job.run({ isStopping: () => false })).rejects.toThrow('some groups could not be moved');
  expect(await Promise.all([stuck, expired, reviewed, full].map((id) => statusOf(shop.db, id)))).toEqual([
    'active',
    'failed',
    'failed',
    'secured',
  ]);
  expect(woken, 'the members are paid back at once').toBeGreaterThan(0);

  await shop.db.query('DROP TRIGGER refuse_move ON groups');
  await job.run({ isStopping: () => false });
  expect(await statusOf(shop.db, stuck)).toBe('failed');
  await expectInvariants(shop.db);
});

test('a quote of more units than can be counted keeps no group open', async () => {
  const expired = await groupWith(10);
  const productId = await shop.product(10);
  const userId = await shop.shopper();
  await shop.addToCart(userId, { productId, quantity: 2 });
  const payment = await shop.begin(userId);
  await shop.db.query(
    'UPDATE payment_lines SET base_unit_qty = 2147483647, group_id = $2 WHERE payment_id = $1',
    [payment.id, expired],
  );
  await shop.advance(48 * HOUR_MS + 41 * 60_000);
  const other = await groupWith(1);
  const job = createCloseGroupsJob({
    db: shop.db,
    wakeRefunds: () => undefined,
    onReviewOverdue: () => undefined,
  });
  await job.run({ isStopping: () => false });
  expect(await statusOf(shop.db, expired)).toBe('failed');
  expect(await statusOf(shop.db, other)).toBe('secured');
});

test('a payment that begins right before the deadline and is kept right after it is waited for', async () => {
  const [groupId, buyer] = [await groupWith(3), await shop.shopper()];
  const run = () =>
    createCloseGroupsJob({ db: shop.db, wakeRefunds: () => undefined, onReviewOverdue: () => undefined }).run(
      {
        isStopping: () => false,
      },
    );
  const [group] = await shop.db.query<{ productId: string }>(
    'SELECT product_id AS "productId" FROM groups WHERE id = $1',
    [groupId],
  );
  await shop.addToCart(buyer, { productId: group?.productId ?? '', quantity: 2 });
  const quoted = await shop.begin(buyer);
  await shop.db.query(`UPDATE payments SET status = 'cancelled' WHERE id = $1`, [quoted.id]);
  await shop.db.transaction(async (tx) => {
    await tx.query(`UPDATE payments SET status = 'pending' WHERE id = $1`, [quoted.id]);
    await shop.db.query('UPDATE groups SET deadline = app_now() WHERE id = $1', [groupId]);
    await run();
    expect(await statusOf(shop.db, groupId)).toBe('active');
  });
  await run();
  expect(await statusOf(shop.db, groupId), 'it may still fill the group').toBe('active');
  await shop.db.query(`UPDATE payments SET status = 'cancelled' WHERE id = $1`, [quoted.id]);
  await run();
  expect(await statusOf(shop.db, groupId)).toBe('failed');
});
