import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { debitWalletForReversals } from '../../server/features/payments/reversals/reversals.ts';
import { endExpiredPaymentAttempt } from '../../server/features/payments/settle/expire-payment.ts';
import { settlePayment } from '../../server/features/payments/settle/settle-repository.ts';
import { createCloseGroupsJob } from '../../server/jobs/close-groups-job.ts';
import { createOutboxJob } from '../../server/jobs/outbox-job.ts';
import { createReferralRewardsJob } from '../../server/jobs/referral-job.ts';
import { createRefundGroupsJob } from '../../server/jobs/refund-groups-job.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { type Fault, isAtRest, openFaultyDatabase, ProcessDied } from './support/faulty-database.ts';
import { recordEvents, runJobs, throwFailures, WELCOME_KOBO } from './support/run-jobs.ts';
import { GROUP_PRICE_KOBO, paidTransaction, WINDOW, withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const notStopping = { isStopping: () => false };
const shop = openFixtureForFile(createTestDatabase, withMoney);

/** The moments of a step. Dying before a step is the same as dying after the one before it. */
const MOMENTS = ['during', 'after'] as const;

/**
 * For every step of `work` and every moment of a step: runs `work` on a fresh scene with a process that dies there,
 * runs it again as the restarted process would, and judges the scene. The invariants of all scenes of a moment are
 * checked at once, because a broken one remains visible in the tables.
 */
async function dieEverywhere<Scene>(plan: {
  prepare: () => Promise<Scene>;
  work: (db: Database, scene: Scene) => Promise<unknown>;
  judge: (scene: Scene) => Promise<void>;
  moments?: readonly Fault['moment'][];
}): Promise<number> {
  let deaths = 0;
  for (const moment of plan.moments ?? MOMENTS) {
    for (let step = 0; ; step += 1) {
      const scene = await plan.prepare();
      if (!(await dies({ step, moment }, (db) => plan.work(db, scene)))) break;
      deaths += 1;
      await plan.work(shop.db, scene);
      // A statement that was running when the connection was cut may end later than the restarted process does.
      await expect.poll(() => isAtRest(shop.db), { interval: 10 }).toBe(true);
      await plan.judge(scene);
    }
    await expectInvariants(shop.db);
  }
  return deaths;
}

async function dies(fault: Fault, work: (db: Database) => Promise<unknown>): Promise<boolean> {
  const faulty = openFaultyDatabase(shop.connectionString, fault);
  try {
    await work(faulty);
  } catch (error) {
    const causes = error instanceof AggregateError ? error.errors : [error];
    if (!causes.every((cause) => cause instanceof ProcessDied)) throw error;
  } finally {
    await faulty.close();
  }
  return faulty.hasDied();
}

// The timeout is long because a test that is given up goes on in the background and changes the rows of the next test.
describe('a process that dies at any step and starts again', { timeout: 240_000 }, () => {
  it('settles a payment exactly once', async () => {
    const deaths = await dieEverywhere({
      async prepare() {
        const { userId, payment } = await shop.newAttempt(40_000);
        return { userId, payment, transaction: paidTransaction(payment) };
      },
      work: (db, { payment, transaction }) => settlePayment(db, payment.reference, transaction, WINDOW),
      async judge({ userId }) {
        expect(await shop.wallet(userId)).toEqual({ balanceKobo: 0, heldKobo: 0 });
        const orders = await shop.db.query('SELECT 1 FROM orders WHERE user_id = $1', [userId]);
        expect(orders.length).toBe(1);
      },
    });
    expect(deaths).toBeGreaterThanOrEqual(2);
  });

  it('expires an attempt and frees its hold once', async () => {
    const deaths = await dieEverywhere({
      prepare: () => shop.newAttempt(40_000),
      work: (db, { payment: { reference } }) =>
        endExpiredPaymentAttempt(db, { reference, isOverdue: false }, { ok: true, transaction: null }),
      async judge({ userId }) {
        expect(await shop.wallet(userId)).toEqual({ balanceKobo: 40_000, heldKobo: 0 });
      },
    });
    expect(deaths).toBeGreaterThanOrEqual(9);
  });

  it('closes and refunds a failed group, paying each member exactly once', async () => {
    const deaths = await dieEverywhere({
      async prepare() {
        const productId = await shop.product(100);
        const members = [await shop.shopper(), await shop.shopper()];
        for (const userId of members) await shop.buyByCard(userId, { productId, quantity: 1 });
        await shop.advance(49 * HOUR_MS);
        return { productId, members };
      },
      async work(db) {
        const quiet = { wakeRefunds: () => undefined, onReviewOverdue: () => undefined };
        await createCloseGroupsJob({ db, ...quiet }).run(notStopping);
        await createRefundGroupsJob(db, debitWalletForReversals).run(notStopping);
      },
      async judge({ productId, members }) {
        for (const userId of members) {
          expect(await shop.wallet(userId)).toEqual({ balanceKobo: GROUP_PRICE_KOBO, heldKobo: 0 });
          expect((await shop.groupOf(userId, productId)).status).toBe('refunded');
        }
      },
    });
    expect(deaths).toBeGreaterThanOrEqual(20);
  });

  it.each(MOMENTS)('pays each reward once, dying %s a step', async (moment) => {
    await runJobs(shop.db);
    const deaths = await dieEverywhere({
      moments: [moment],
      prepare: secureReferredGroup,
      work: (db) => createReferralRewardsJob(db, WELCOME_KOBO, throwFailures).run(notStopping),
      judge: expectToldAndRewarded,
    });
    expect(deaths).toBeGreaterThanOrEqual(10);
  });

  it.each(MOMENTS)('writes each notification once, dying %s a step', async (moment) => {
    await runJobs(shop.db);
    const deaths = await dieEverywhere({
      moments: [moment],
      async prepare() {
        const scene = await secureReferredGroup();
        await createReferralRewardsJob(shop.db, WELCOME_KOBO, throwFailures).run(notStopping);
        return scene;
      },
      work: (db) => createOutboxJob(db, recordEvents(), throwFailures).run(notStopping),
      judge: expectToldAndRewarded,
    });
    expect(deaths).toBeGreaterThanOrEqual(10);
  });
});

interface ReferredGroup {
  referrer: string;
  friends: string[];
}

/** Fills a group with three friends of one referrer, so that notifications and rewards are due. */
async function secureReferredGroup(): Promise<ReferredGroup> {
  const productId = await shop.product(3);
  const referrer = await shop.shopper();
  const friends: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const friend = await shop.shopper(0, referrer);
    await shop.buyByCard(friend, { productId, quantity: 1 });
    friends.push(friend);
  }
  const group = await shop.groupOf(friends[0] as string, productId);
  // The notifications of the joins are sent before, so that each death hits a notification of the secured group.
  await createOutboxJob(shop.db, recordEvents(), throwFailures).run(notStopping);
  await shop.db.transaction((tx) => moveGroupToSecured(tx, group.id));
  return { referrer, friends };
}

async function expectToldAndRewarded({ referrer, friends }: ReferredGroup): Promise<void> {
  // An event whose worker died is due again only when its lease ends; the test does not wait for that.
  await shop.db.query('UPDATE outbox SET available_at = now() WHERE done_at IS NULL');
  await runJobs(shop.db);
  expect((await shop.wallet(referrer)).balanceKobo).toBe(50_000);
  for (const friend of friends) {
    expect((await shop.wallet(friend)).balanceKobo).toBe(WELCOME_KOBO);
    const secured = await shop.db.query(
      `SELECT 1 FROM notifications WHERE user_id = $1 AND title = 'Group Buy Secured'`,
      [friend],
    );
    expect(secured.length).toBe(1);
  }
  const [left] = await shop.db.query<{ count: number }>('SELECT count(*) FROM outbox WHERE done_at IS NULL');
  expect(left?.count).toBe(0);
}
