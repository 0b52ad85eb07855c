import { expect, test } from 'vitest';
import { debitWalletForReversals } from '../../server/features/payments/reversals/reversals.ts';
import { createCloseGroupsJob } from '../../server/jobs/close-groups-job.ts';
import { createRefundGroupsJob } from '../../server/jobs/refund-groups-job.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, withMoney } from './support/with-money.ts';

const notStopping = { isStopping: () => false };
const shop = openFixtureForFile(createTestDatabase, withMoney);

test('an item that cannot be paid back holds up no other shopper, also of another group', async () => {
  const products = [await shop.product(100), await shop.product(100)];
  const members: string[] = [];
  for (const productId of products) {
    for (let count = 0; count < 2; count += 1) {
      const userId = await shop.shopper();
      await shop.buyByCard(userId, { productId, quantity: 1 });
      members.push(userId);
    }
  }
  const [unlucky, ...others] = members as [string, ...string[]];
  await shop.db.query(
    `CREATE FUNCTION refuse_refund() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'no refund for %', NEW.user_id; END $$`,
  );
  await shop.db.query(
    `CREATE TRIGGER refuse_refund BEFORE UPDATE OF refunded_kobo ON order_items FOR EACH ROW
     WHEN (NEW.user_id = '${unlucky}') EXECUTE FUNCTION refuse_refund()`,
  );
  await shop.advance(49 * 3_600_000);
  const quiet = { wakeRefunds: () => undefined, onReviewOverdue: () => undefined };
  await createCloseGroupsJob({ db: shop.db, ...quiet }).run(notStopping);
  const job = createRefundGroupsJob(shop.db, debitWalletForReversals);

  await expect(job.run(notStopping)).rejects.toThrow('some items could not be paid back');
  for (const userId of others) {
    expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
  }
  expect(await shop.wallet(unlucky)).toMatchObject({ balanceKobo: 0 });

  await shop.db.query('DROP TRIGGER refuse_refund ON order_items');
  await job.run(notStopping);
  expect(await shop.wallet(unlucky)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
  for (const [index, userId] of members.entries()) {
    expect(await shop.groupOf(userId, products[index < 2 ? 0 : 1] as string)).toMatchObject({
      status: 'refunded',
    });
  }
  await expectInvariants(shop.db);
});
