import type { Queryable } from '../../db/database.ts';
import { lockShopper } from '../../db/lock-shopper.ts';

export interface ReferralFigures {
  code: string;
  /** Referrals that count now. */
  counted: number;
  roundsPaid: number;
}

export async function findReferralFigures(db: Queryable, userId: string): Promise<ReferralFigures | null> {
  const rows = await db.query<ReferralFigures>(
    `SELECT u.referral_code AS code,
       (SELECT count(*)::int FROM referrals WHERE referrer_id = u.id AND qualified_at IS NOT NULL
          AND reversed_at IS NULL AND flags = '{}') AS counted,
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
       (r.qualified_at IS NOT NULL AND r.reversed_at IS NULL AND r.flags = '{}') AS "isCounted"
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
  await lockShopper(tx, refereeId);
  const rows = await tx.query<{ flags: string[] }>(
    `UPDATE referrals r SET flags = $2 FROM (SELECT referee_id, flags FROM referrals WHERE referee_id = $1) before
     WHERE r.referee_id = before.referee_id RETURNING before.flags`,
    [refereeId, flags],
  );
  return rows[0]?.flags ?? null;
}
