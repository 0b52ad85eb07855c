import { normalizeEmail } from '#contract/rules/people/email.ts';
import type { User } from '#contract/schemas/auth.ts';
import type { Queryable } from '../../db/database.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  phone: string;
  referralCode: string;
  socialProof: boolean;
  passwordHash: string;
  recoveryKeyHash: string;
  signupKey: string | null;
  /** True: an operator has locked the account. */
  isLocked: boolean;
  /** Age of the account in milliseconds, by the shop's clock, which tests and demos can move. */
  ageMs: number;
}

const COLUMNS = `id, name, email::text AS email, phone, referral_code AS "referralCode",
  social_proof AS "socialProof", password_hash AS "passwordHash", recovery_key_hash AS "recoveryKeyHash",
  signup_key AS "signupKey", locked_at IS NOT NULL AS "isLocked", 
  extract(epoch FROM app_now() - created_at)::float8 * 1000 AS "ageMs"`;

export function toUserReply(row: UserRow): User {
  const { id, name, email, phone, referralCode, socialProof } = row;
  return { id, name, email, phone, referralCode, socialProof };
}

/** Finds the account of an e-mail address, which is normalised first. */
export async function findUserByEmail(db: Queryable, typedEmail: string): Promise<UserRow | null> {
  const rows = await db.query<UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE email = $1::text::email_address AND deleted_at IS NULL`,
    [normalizeEmail(typedEmail)],
  );
  return rows[0] ?? null;
}

export async function findUserById(db: Queryable, id: string): Promise<UserRow | null> {
  const rows = await db.query<UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = $1 AND deleted_at IS NULL`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** Finds the account that a sign-up with this idempotency key created in the last 48 hours. */
export async function findUserBySignUpIdempotencyKey(db: Queryable, key: string): Promise<UserRow | null> {
  const rows = await db.query<UserRow>(
    `SELECT ${COLUMNS} FROM users
     WHERE signup_key = $1 AND deleted_at IS NULL AND created_at > app_now() - interval '48 hours'`,
    [key],
  );
  return rows[0] ?? null;
}

export async function isPhoneTaken(db: Queryable, phone: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM users WHERE phone = $1', [phone]);
  return rows.length > 0;
}

export interface NewUser extends Omit<UserRow, 'id' | 'socialProof' | 'isLocked' | 'ageMs'> {
  referredBy: string | null;
  platform: string | null;
}

/**
 * Inserts a new account.
 * @returns its row; null when e-mail, phone or referral code is taken; the transaction can continue then.
 */
export async function insertUser(tx: Queryable, user: NewUser): Promise<UserRow | null> {
  const rows = await tx.query<UserRow>(
    `INSERT INTO users (name, email, phone, password_hash, recovery_key_hash, referral_code, referred_by,
       platform, signup_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [
      user.name,
      user.email,
      user.phone,
      user.passwordHash,
      user.recoveryKeyHash,
      user.referralCode,
      user.referredBy,
      user.platform,
      user.signupKey,
    ],
  );
  return rows[0] ?? null;
}

export async function setPasswordHash(tx: Queryable, userId: string, hash: string): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, hash]);
}

export async function setRecoveryKeyHash(tx: Queryable, userId: string, hash: string): Promise<void> {
  await tx.query('UPDATE users SET recovery_key_hash = $2 WHERE id = $1', [userId, hash]);
}

/**
 * Frees a phone number: replaces it in the account by one that cannot exist.
 * @returns the id of the account's user; null when no account had the number.
 */
export async function removePhoneNumberFromAccount(tx: Queryable, phone: string): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE users SET phone = '+2340' || lpad((('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint
       % 1000000000)::text, 9, '0') WHERE phone = $1 RETURNING id`,
    [phone],
  );
  return rows[0]?.id ?? null;
}

export async function setUserName(tx: Queryable, userId: string, name: string): Promise<UserRow | null> {
  const rows = await tx.query<UserRow>(
    `UPDATE users SET name = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    [userId, name],
  );
  return rows[0] ?? null;
}

export async function setSocialProofConsent(
  tx: Queryable,
  userId: string,
  allowed: boolean,
): Promise<UserRow | null> {
  const rows = await tx.query<UserRow>(
    `UPDATE users SET social_proof = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING ${COLUMNS}`,
    [userId, allowed],
  );
  return rows[0] ?? null;
}

export async function setUserLocked(tx: Queryable, userId: string, isLocked: boolean): Promise<boolean> {
  const rows = await tx.query<{ wasLocked: boolean }>(
    `UPDATE users u SET locked_at = CASE WHEN $2 THEN coalesce(u.locked_at, app_now()) END
     FROM (SELECT id, locked_at FROM users WHERE id = $1 FOR NO KEY UPDATE) before
     WHERE u.id = before.id RETURNING before.locked_at IS NOT NULL AS "wasLocked"`,
    [userId, isLocked],
  );
  return rows[0]?.wasLocked ?? false;
}

export async function findAccountSummaryForOperator(
  db: Queryable,
  userId: string,
): Promise<{ createdAt: Date } | undefined> {
  const [figures] = await db.query<{ createdAt: Date }>(
    `SELECT u.created_at AS "createdAt", u.locked_at AS "lockedAt",
       (SELECT count(*)::int FROM orders WHERE user_id = u.id) AS orders,
       (SELECT count(*)::int FROM group_members WHERE user_id = u.id AND units > 0
          AND group_id = ANY (ARRAY (SELECT group_id FROM order_items WHERE user_id = $1))) AS groups,
       (SELECT count(*)::int FROM sessions WHERE user_id = u.id AND revoked_at IS NULL
          AND absolute_expires_at > now()) AS sessions,
       (SELECT locked_until FROM recovery_locks l WHERE l.email = u.email::text::email_address) AS "recoveryLockedUntil"
     FROM users u WHERE u.id = $1`,
    [userId],
  );
  return figures;
}
