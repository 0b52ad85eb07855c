import type { Queryable } from '../../../db/database.ts';

export interface ReferrerRow {
  id: string;
  email: string;
  phone: string;
}

/** @returns null for an unknown referral code. */
export async function findReferrerByCode(db: Queryable, code: string): Promise<ReferrerRow | null> {
  const rows = await db.query<ReferrerRow>(
    `SELECT id, email::text AS email, phone FROM users WHERE referral_code = $1 AND deleted_at IS NULL`,
    [code],
  );
  return rows[0] ?? null;
}

/** @returns true when the user had a session from this IP address and browser, and so may be the new shopper. */
export async function hasSignedInFromBrowser(
  db: Queryable,
  userId: string,
  address: string,
  userAgent: string | null,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM sessions WHERE user_id = $1 AND ip = $2 AND user_agent IS NOT DISTINCT FROM $3 LIMIT 1`,
    [userId, address, userAgent],
  );
  return rows.length > 0;
}

export async function insertReferral(
  tx: Queryable,
  refereeId: string,
  referrerId: string,
  flags: string[],
): Promise<void> {
  await tx.query('INSERT INTO referrals (referee_id, referrer_id, flags) VALUES ($1, $2, $3)', [
    refereeId,
    referrerId,
    flags,
  ]);
}

/** Counts the shoppers who registered with the referrer's code in the last 24 hours, up to `most`. */
export async function countReferralsOfLastDay(
  tx: Queryable,
  referrerId: string,
  most: number,
): Promise<number> {
  const rows = await tx.query(
    `SELECT 1 FROM referrals WHERE referrer_id = $1 AND joined_at > app_now() - interval '24 hours' LIMIT $2`,
    [referrerId, most],
  );
  return rows.length;
}
