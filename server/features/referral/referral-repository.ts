import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import type { Queryable } from '../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../db/lock-shopper.ts';

/**
 * SQL condition: the referral counts towards the bonus. A suspicious referral counts only after an operator has cleared
 * it.
 */
const COUNTS = `qualified_at IS NOT NULL AND reversed_at IS NULL AND flags = '{}'`;

export interface ReferralSummaryRow {
  code: string;
  counted: number;
  roundsPaid: number;
}

export async function findReferralSummary(db: Queryable, userId: string): Promise<ReferralSummaryRow | null> {
  const rows = await db.query<ReferralSummaryRow>(
    `SELECT u.referral_code AS code,
       (SELECT count(*)::int FROM referrals WHERE referrer_id = u.id AND ${COUNTS}) AS counted,
       (SELECT count(*)::int FROM referral_rounds WHERE referrer_id = u.id) AS "roundsPaid"
     FROM users u WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** `id` and `name` are those of the shopper who was referred; the name of a deleted one is empty. */
export interface ReferralRow {
  id: string;
  name: string;
  joinedAt: Date;
  isCounted: boolean;
}

/** Finds whom the shopper has referred, newest first. */
export async function findReferrals(db: Queryable, userId: string, limit: number): Promise<ReferralRow[]> {
  return db.query<ReferralRow>(
    `SELECT u.id, CASE WHEN u.deleted_at IS NULL THEN u.name ELSE '' END AS name, r.joined_at AS "joinedAt",
       (${COUNTS}) AS "isCounted"
     FROM referrals r JOIN users u ON u.id = r.referee_id
     WHERE r.referrer_id = $1 ORDER BY r.joined_at DESC LIMIT $2`,
    [userId, limit],
  );
}

/**
 * Replaces the fraud flags of the shopper's referral.
 * @returns the flags before; null when the shopper has no referrer.
 */
export async function setReferralFraudFlags(
  tx: Queryable,
  refereeId: string,
  flags: string[],
): Promise<string[] | null> {
  await lockShopperRowEvenIfDeleted(tx, refereeId);
  const rows = await tx.query<{ flags: string[] }>(
    `UPDATE referrals r SET flags = $2 FROM (SELECT referee_id, flags FROM referrals WHERE referee_id = $1) before
     WHERE r.referee_id = before.referee_id RETURNING before.flags`,
    [refereeId, flags],
  );
  return rows[0]?.flags ?? null;
}

/** Finds the shopper's referrer; null: nobody referred the shopper. */
export async function findReferrerOfReferee(db: Queryable, refereeId: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>(
    'SELECT referrer_id AS id FROM referrals WHERE referee_id = $1',
    [refereeId],
  );
  return rows[0]?.id ?? null;
}

export interface ReferralQualification {
  isQualified: boolean;
  /** True: the referral is suspicious and counts only after an operator has cleared it. */
  isFlagged: boolean;
  /** Id of the referee's first item in a secured group that is not fully refunded. */
  itemId: number | null;
}

export async function findReferralQualification(
  tx: Queryable,
  refereeId: string,
): Promise<ReferralQualification> {
  const rows = await tx.query<ReferralQualification>(
    `SELECT qualified_at IS NOT NULL AND reversed_at IS NULL AS "isQualified", flags <> '{}' AS "isFlagged",
       (SELECT i.id FROM order_items i JOIN groups g ON g.id = i.group_id
        WHERE i.user_id = r.referee_id AND i.counted AND i.refunded_kobo < i.paid_kobo
          AND coalesce(g.review_from, g.status) = ANY ($2)
        ORDER BY i.id LIMIT 1) AS "itemId"
     FROM referrals r WHERE referee_id = $1`,
    [refereeId, FULFILMENT_STAGES],
  );
  return rows[0] as ReferralQualification;
}

export async function markReferralQualified(tx: Queryable, refereeId: string, itemId: number): Promise<void> {
  await tx.query(
    `UPDATE referrals SET qualified_at = coalesce(qualified_at, app_now()), qualifying_item = $2, reversed_at = NULL
     WHERE referee_id = $1`,
    [refereeId, itemId],
  );
}

export async function markReferralReversed(tx: Queryable, refereeId: string): Promise<void> {
  await tx.query('UPDATE referrals SET reversed_at = app_now() WHERE referee_id = $1', [refereeId]);
}

/** @returns how many of the referrer's referrals currently count towards a bonus. */
export async function countQualifiedReferrals(tx: Queryable, referrerId: string): Promise<number> {
  const rows = await tx.query<{ counted: number }>(
    `SELECT count(*)::int AS counted FROM referrals WHERE referrer_id = $1 AND ${COUNTS}`,
    [referrerId],
  );
  return rows[0]?.counted ?? 0;
}

/** @returns how many bonuses the referrer has received. */
export async function countPaidReferralBonuses(tx: Queryable, referrerId: string): Promise<number> {
  const rows = await tx.query<{ paid: number }>(
    'SELECT coalesce(max(round_no), 0) AS paid FROM referral_rounds WHERE referrer_id = $1',
    [referrerId],
  );
  return rows[0]?.paid ?? 0;
}

export interface PaidReferralBonus {
  referrerId: string;
  round: number;
  /** Id of the ledger posting that pays the bonus. The database refuses null, so no bonus is recorded unpaid. */
  transactionId: number | null;
  bonusKobo: number;
  groupSize: number;
}

export async function insertPaidReferralBonus(tx: Queryable, bonus: PaidReferralBonus): Promise<void> {
  await tx.query(
    `INSERT INTO referral_rounds (referrer_id, round_no, ledger_tx_id, bonus_kobo, group_size)
     VALUES ($1, $2, $3, $4, $5)`,
    [bonus.referrerId, bonus.round, bonus.transactionId, bonus.bonusKobo, bonus.groupSize],
  );
}

/** Finds the group's members who were referred, page by page. @param after the last member of the previous page. */
export async function findGroupMemberIdsWithReferrer(
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

export async function findReferralsWithFraudFlags(db: Queryable): Promise<object[]> {
  return db.query<object>(
    `SELECT e.email::text AS friend, r.email::text AS referrer, f.flags, f.joined_at AS "joinedAt",
       f.qualified_at AS "qualifiedAt"
     FROM referrals f JOIN users e ON e.id = f.referee_id JOIN users r ON r.id = f.referrer_id
     WHERE f.flags <> '{}' ORDER BY f.joined_at DESC LIMIT 200`,
  );
}
