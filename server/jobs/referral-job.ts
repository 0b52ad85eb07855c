import type { Database } from '../db/database.ts';
import { findGroupMemberIdsWithReferrer } from '../features/referral/referral-repository.ts';
import { payReferralRewards } from '../features/referral/referral-rewards.ts';
import { processLeasedOutboxRows } from '../outbox/leased-rows.ts';
import type { OutboxObserver, OutboxPayload } from '../outbox/outbox.ts';
import type { Job } from './runner.ts';

const STEP = 500;

/**
 * Counts referrals and pays bonuses when a solo order was paid, or a group was secured or failed. An outbox row counts
 * as done only after its last shopper, and repeating it pays nothing twice.
 * @param welcomeKobo the referred shopper's own reward.
 */
export function createReferralRewardsJob(db: Database, welcomeKobo: number, watch: OutboxObserver): Job {
  return {
    name: 'referral',
    everyMs: 5_000,
    run: ({ isStopping }) =>
      processLeasedOutboxRows(
        { ...watch, db, topic: 'referral', work: (payload) => rewardAll(db, payload, welcomeKobo) },
        isStopping,
      ),
  };
}

async function rewardAll(
  db: Database,
  { userId, groupId }: OutboxPayload<'referral'>,
  welcomeKobo: number,
): Promise<void> {
  if (userId) await payReferralRewards(db, userId, welcomeKobo);
  if (!groupId) return;
  let after: string | null = null;
  for (;;) {
    const members: string[] = await findGroupMemberIdsWithReferrer(db, groupId, after, STEP);
    for (const refereeId of members) await payReferralRewards(db, refereeId, welcomeKobo);
    after = members.at(-1) ?? null;
    if (members.length < STEP) return;
  }
}
