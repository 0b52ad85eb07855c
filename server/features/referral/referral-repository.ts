import { FULFILMENT_STAGES } from '#contract/rules/group-status.ts';
import type { Queryable } from '../../db/database.ts';
import { lockEvenDeleted } from '../../db/lock-shopper.ts';

/** Of a row of `referrals`: a flagged one is kept, but does not count until an operator clears it. */
const COUNTS = `qualified_at IS NOT NULL AND reversed_at IS NULL AND flags = '{}'`;

export interface ReferralFigures {
  code: string;
  /** Referrals that count now. */
  counted: number;
  roundsPaid: number;
}

export async function findReferralFigures(db: Queryable, userId: string): Promise<ReferralFigures | null> {
  const rows = await db.query<ReferralFigures>(
    `SELECT u.referral_code AS code,
       (SELECT count(*)::int FROM referrals WHERE referrer_id = u.id AND ${COUNTS}) AS counted,
       (SELECT count(*)::int FROM referral_rounds WHERE referrer_id = u.id) AS "roundsPaid"
     FROM users u WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface RefereeRow {
  id: string;
  name: string;
  joinedAt: Date;
  isCounted: boolean;
}

/** Everyone who signed up with the code, newest first. */
export async function findReferees(db: Queryable, userId: string, limit: number): Promise<RefereeRow[]> {
  return db.query<RefereeRow>(
    `SELECT u.id, u.name, r.joined_at AS "joinedAt",
       (${COUNTS}) AS "isCounted"
     FROM referrals r JOIN users u ON u.id = r.referee_id
     WHERE r.referrer_id = $1 ORDER BY r.joined_at DESC LIMIT $2`,
    [userId, limit],
  );
}

/** Changes with anything that the referral panels show. */
export async function findReferralMark(db: Queryable, userId: string): Promise<string> {
  const rows = await db.query<{ mark: string }>(
    `SELECT concat_ws(':', count(*), count(qualified_at), count(reversed_at), count(*) FILTER (WHERE flags = '{}'),
       (SELECT count(*) FROM referral_rounds WHERE referrer_id = $1)) AS mark
     FROM referrals WHERE referrer_id = $1`,
    [userId],
  );
  return rows[0]?.mark ?? '';
}

/** @returns the flags before, null when the shopper was referred by nobody. */
export async function setReferralFlags(
  tx: Queryable,
  refereeId: string,
  flags: string[],
): Promise<string[] | null> {
  await lockEvenDeleted(tx, refereeId);
  const rows = await tx.query<{ flags: string[] }>(
    `UPDATE referrals r SET flags = $2 FROM (SELECT referee_id, flags FROM referrals WHERE referee_id = $1) before
     WHERE r.referee_id = before.referee_id RETURNING before.flags`,
    [refereeId, flags],
  );
  return rows[0]?.flags ?? null;
}

/** @returns who brought this shopper; null when nobody did. */
export async function findReferrer(db: Queryable, refereeId: string): Promise<string | null> {
  const rows = await db.query<{ id: string }>(
    'SELECT referrer_id AS id FROM referrals WHERE referee_id = $1',
    [refereeId],
  );
  return rows[0]?.id ?? null;
}

/** A referral, and what it is judged by. */
export interface JudgedReferral {
  isQualified: boolean;
  /** It does not count until an operator clears it. */
  isFlagged: boolean;
  /** The referee's first item that stands in a secured purchase and is not fully paid back. */
  itemId: number | null;
}

export async function findJudgedReferral(tx: Queryable, refereeId: string): Promise<JudgedReferral> {
  const rows = await tx.query<JudgedReferral>(
    `SELECT qualified_at IS NOT NULL AND reversed_at IS NULL AS "isQualified", flags <> '{}' AS "isFlagged",
       (SELECT i.id FROM order_items i JOIN groups g ON g.id = i.group_id
        WHERE i.user_id = r.referee_id AND i.counted AND i.refunded_kobo < i.paid_kobo
          AND coalesce(g.review_from, g.status) = ANY ($2)
        ORDER BY i.id LIMIT 1) AS "itemId"
     FROM referrals r WHERE referee_id = $1`,
    [refereeId, FULFILMENT_STAGES],
  );
  return rows[0] as JudgedReferral;
}

export async function qualifyReferral(tx: Queryable, refereeId: string, itemId: number): Promise<void> {
  await tx.query(
    `UPDATE referrals SET qualified_at = coalesce(qualified_at, app_now()), qualifying_item = $2, reversed_at = NULL
     WHERE referee_id = $1`,
    [refereeId, itemId],
  );
}

export async function reverseReferral(tx: Queryable, refereeId: string): Promise<void> {
  await tx.query('UPDATE referrals SET reversed_at = app_now() WHERE referee_id = $1', [refereeId]);
}

/** @returns how many of a shopper's referrals count now. */
export async function countReferrals(tx: Queryable, referrerId: string): Promise<number> {
  const rows = await tx.query<{ counted: number }>(
    `SELECT count(*)::int AS counted FROM referrals WHERE referrer_id = $1 AND ${COUNTS}`,
    [referrerId],
  );
  return rows[0]?.counted ?? 0;
}

/** @returns the number of the last round that was paid. */
export async function countPaidRounds(tx: Queryable, referrerId: string): Promise<number> {
  const rows = await tx.query<{ paid: number }>(
    'SELECT coalesce(max(round_no), 0) AS paid FROM referral_rounds WHERE referrer_id = $1',
    [referrerId],
  );
  return rows[0]?.paid ?? 0;
}

/** What a round was worth when it was paid: the laws hold it to this. */
export interface PaidRound {
  referrerId: string;
  round: number;
  /** Null is refused: no round without its posting. */
  transactionId: number | null;
  bonusKobo: number;
  /** How many referrals it is for. */
  groupSize: number;
}

export async function insertRound(tx: Queryable, round: PaidRound): Promise<void> {
  await tx.query(
    `INSERT INTO referral_rounds (referrer_id, round_no, ledger_tx_id, bonus_kobo, group_size)
     VALUES ($1, $2, $3, $4, $5)`,
    [round.referrerId, round.round, round.transactionId, round.bonusKobo, round.groupSize],
  );
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

/** Referrals that do not count until somebody has looked, as the operator reads them. */
export async function findFlaggedReferrals(db: Queryable): Promise<object[]> {
  return db.query<object>(
    `SELECT e.email::text AS friend, r.email::text AS referrer, f.flags, f.joined_at AS "joinedAt",
       f.qualified_at AS "qualifiedAt"
     FROM referrals f JOIN users e ON e.id = f.referee_id JOIN users r ON r.id = f.referrer_id
     WHERE f.flags <> '{}' ORDER BY f.joined_at DESC LIMIT 200`,
  );
}
