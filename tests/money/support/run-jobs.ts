import type { Database } from '../../../server/db/database.ts';
import { debitWalletForReversals } from '../../../server/features/payments/reversals/reversals.ts';
import { createCloseGroupsJob } from '../../../server/jobs/close-groups-job.ts';
import { createOutboxJob } from '../../../server/jobs/outbox-job.ts';
import { createReferralRewardsJob } from '../../../server/jobs/referral-job.ts';
import { createRefundGroupsJob } from '../../../server/jobs/refund-groups-job.ts';
import type { Job } from '../../../server/jobs/runner.ts';
import type { OutboxObserver } from '../../../server/outbox/outbox.ts';
import type { LiveEventSender } from '../../../server/realtime/publish.ts';

export const WELCOME_KOBO = 10_000;

/** Records what open sockets would get, in order. */
export interface HeardEvents extends LiveEventSender {
  heard: { event: string; to?: string | readonly string[]; what: unknown }[];
}

export function recordEvents(): HeardEvents {
  const heard: HeardEvents['heard'] = [];
  return {
    heard,
    notification: (to, what) => void heard.push({ event: 'notification:new', to, what }),
    groupSuccessful: (userIds, what) => void heard.push({ event: 'group_successful', to: userIds, what }),
    purchase: (what) => void heard.push({ event: 'purchase:social_proof', what }),
    groupMoved: (what) => void heard.push({ event: 'group:progress', what }),
  };
}

/** Throws at a failed outbox row, for tests in which no row may fail. */
export const throwFailures: OutboxObserver = {
  onFailure(row, error) {
    throw new Error(`outbox ${row.topic} ${row.dedupeKey}: ${error}`, { cause: error });
  },
};

/** Runs every job once, in an order in which each finds the work that the one before it left. */
export async function runJobs(db: Database, live: LiveEventSender = recordEvents()): Promise<void> {
  const jobs: Job[] = [
    createCloseGroupsJob({ db, wakeRefunds: () => undefined, onReviewOverdue: () => undefined }),
    createRefundGroupsJob(db, debitWalletForReversals),
    createReferralRewardsJob(db, WELCOME_KOBO, throwFailures),
    createOutboxJob(db, live, throwFailures),
  ];
  for (const job of jobs) await job.run({ isStopping: () => false });
}
