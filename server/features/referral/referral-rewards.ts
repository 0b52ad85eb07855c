import { REFERRAL_BONUS_NAIRA, REFERRAL_GROUP_SIZE } from '#contract/limits.ts';
import { nairaToKobo } from '#contract/money.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { retryConflicts } from '../../db/retry-conflicts.ts';

/**
 * Judges one referee's referral by their items as they are now, and pays what follows: the friend's own reward and
 * the referrer's rounds. One shopper a transaction; repeating pays nothing twice.
 *
 * @param welcomeKobo the friend's reward; 0 pays none.
 * @source money.md
 */
export async function rewardReferral(db: Database, refereeId: string, welcomeKobo: number): Promise<void> {
  const [referral] = await db.query<{ referrerId: string }>(
    'SELECT referrer_id AS "referrerId" FROM referrals WHERE referee_id = $1',
    [refereeId],
  );
  if (!referral) return;
  await retryConflicts(() => db.query('SELECT judge_referral($1)', [refereeId]));
  await retryConflicts(() => db.query('SELECT pay_welcome($1, $2)', [refereeId, welcomeKobo]));
  await retryConflicts(() => payRounds(db, referral.referrerId));
}

/** Pays every round the referrer is owed. @returns how many. */
async function payRounds(db: Queryable, referrerId: string): Promise<number> {
  const [row] = await db.query<{ paid: number }>('SELECT pay_referral_rounds($1, $2, $3) AS paid', [
    referrerId,
    nairaToKobo(REFERRAL_BONUS_NAIRA),
    REFERRAL_GROUP_SIZE,
  ]);
  return row?.paid ?? 0;
}

/** The referred members of a group, in steps. @param after the last one of the step before. */
export async function findReferredMembers(
  db: Queryable,
  groupId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT m.user_id AS id FROM group_members m JOIN referrals r ON r.referee_id = m.user_id
     WHERE m.group_id = $1 AND ($2::uuid IS NULL OR m.user_id > $2) ORDER BY m.user_id LIMIT $3`,
    [groupId, after, limit],
  );
  return rows.map((row) => row.id);
}
