import type { Database } from '../db/database.ts';
import { findReferredMembers, rewardReferral } from '../features/referral/referral-rewards.ts';
import type { Job } from './runner.ts';

const STEP = 500;
const RETRY_MS = 30_000;

interface Waiting {
  id: number;
  payload: { userId?: string; groupId?: string };
}

/**
 * Works off the outbox rows of topic `referral`: a solo order was paid, a group was secured, or a secured one failed.
 * It is a job of its own because each shopper needs a transaction. A row is done after its last shopper; a crash
 * before that repeats them, which pays nothing twice.
 *
 * @param welcomeKobo the friend's reward.
 */
export function referralJob(db: Database, welcomeKobo: number): Job {
  return {
    name: 'referral',
    everyMs: 5_000,
    async run({ isStopping }) {
      while (!isStopping()) {
        // The lease keeps a failing row from being tried in every turn.
        const [row] = await db.query<Waiting>(
          `UPDATE outbox SET attempts = attempts + 1, available_at = now() + $1 * interval '1 millisecond'
           WHERE id = (SELECT id FROM outbox WHERE topic = 'referral' AND done_at IS NULL AND available_at <= now()
                       ORDER BY available_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING id, payload`,
          [RETRY_MS],
        );
        if (!row) return;
        await rewardAll(db, row, welcomeKobo);
        await db.query('UPDATE outbox SET done_at = now() WHERE id = $1', [row.id]);
      }
    },
  };
}

async function rewardAll(db: Database, { payload }: Waiting, welcomeKobo: number): Promise<void> {
  if (payload.userId) await rewardReferral(db, payload.userId, welcomeKobo);
  if (!payload.groupId) return;
  let after: string | null = null;
  for (;;) {
    const members: string[] = await findReferredMembers(db, payload.groupId, after, STEP);
    for (const refereeId of members) await rewardReferral(db, refereeId, welcomeKobo);
    after = members.at(-1) ?? null;
    if (members.length < STEP) return;
  }
}
