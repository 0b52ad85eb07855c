import { describe, expect, it } from 'vitest';
import { payReferralRewards } from '../../server/features/referral/referral-rewards.ts';
import { createCloseGroupsJob } from '../../server/jobs/close-groups-job.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { notificationsOf } from './support/group-facts.ts';
import { runJobs } from './support/run-jobs.ts';
import { withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const shop = openFixtureForFile(createTestDatabase, withMoney);

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
    expect(await notificationsOf(shop.db, referrer)).toEqual([
      'Referral bonus earned! ₦500 added to your wallet.',
      'Referral bonus earned! ₦500 added to your wallet.',
      'Wallet credited ₦500 - Referral Bonus',
      'Wallet credited ₦500 - Referral Bonus',
    ]);
    expect(await notificationsOf(shop.db, friends[0] as string)).toContain(
      'Wallet credited ₦100 - Welcome Reward',
    );
    await expectInvariants(shop.db);
  });

  it('counts a first order that waits for no group as soon as it is paid', async () => {
    const referrer = await shop.shopper();
    const productId = await shop.product(3);
    for (let index = 0; index < 3; index += 1) {
      const friend = await shop.shopper(0, referrer);
      await shop.buyByCard(friend, { productId, quantity: 1, isSolo: true });
    }
    await runJobs(shop.db);
    expect((await shop.wallet(referrer)).balanceKobo).toBe(50_000);
    await expectInvariants(shop.db);
  });

  it('pays nothing into a wallet that nobody can open any more', async () => {
    const referrer = await shop.shopper();
    const productId = await shop.product(3);
    const friends = [];
    for (let index = 0; index < 3; index += 1) friends.push(await referred(referrer, productId));
    await shop.db.query(
      'UPDATE users SET deleted_at = app_now(), email = NULL, phone = NULL WHERE id = ANY ($1)',
      [[referrer, friends[0]]],
    );
    await runJobs(shop.db);
    await runJobs(shop.db);
    expect((await shop.wallet(referrer)).balanceKobo).toBe(0);
    expect((await shop.wallet(friends[0] as string)).balanceKobo).toBe(0);
    expect((await shop.wallet(friends[1] as string)).balanceKobo).toBe(10_000);
    await expectInvariants(shop.db);
  });

  it('a round that was paid at another bonus breaks no invariant', async () => {
    const referrer = await shop.shopper();
    const productId = await shop.product(3);
    const friends = [];
    for (let index = 0; index < 3; index += 1) friends.push(await referred(referrer, productId));
    const securing = createCloseGroupsJob({
      db: shop.db,
      wakeRefunds: () => undefined,
      onReviewOverdue: () => undefined,
    });
    await securing.run({ isStopping: () => false });
    for (const friend of friends) await payReferralRewards(shop.db, friend, 0, 70_000);
    await runJobs(shop.db);
    expect((await shop.wallet(referrer)).balanceKobo).toBe(70_000);
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
