import type { Queryable } from '../../../db/database.ts';

/** The setting `first_owner` contains the hash of the newest link, whose validity begins at `updated_at`. */

const HAS_NO_OWNER = `NOT EXISTS (SELECT 1 FROM operators WHERE role = 'owner' AND removed_at IS NULL)`;
const IS_VALID = `key = 'first_owner' AND value = to_jsonb($1::text) AND updated_at > now() - interval '24 hours'
  AND ${HAS_NO_OWNER}`;

/** Stores a new first-owner link, which replaces an earlier one. @returns false when the shop already has an owner. */
export async function storeFirstOwnerLink(db: Queryable, hash: string): Promise<boolean> {
  const stored = await db.query(
    `INSERT INTO settings (key, value) SELECT 'first_owner', to_jsonb($1::text) WHERE ${HAS_NO_OWNER}
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now() RETURNING 1`,
    [hash],
  );
  return stored.length > 0;
}

export async function isFirstOwnerLinkValid(db: Queryable, hash: string): Promise<boolean> {
  return (await db.query(`SELECT 1 FROM settings WHERE ${IS_VALID}`, [hash])).length > 0;
}

/**
 * Uses up the first-owner link. It waits for a running command `operator add`.
 * @returns false when the link is not valid, or the shop has an owner.
 */
export async function consumeFirstOwnerLink(tx: Queryable, hash: string): Promise<boolean> {
  await tx.query('LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE');
  return (await tx.query(`DELETE FROM settings WHERE ${IS_VALID} RETURNING 1`, [hash])).length > 0;
}

interface FirstOwnerRow {
  name: string;
  secretHash: string;
  passwordHash: string;
  totpSecret: Buffer;
  /** Time step of the code that was verified; no sign-in may use it again. */
  totpStep: number;
}

/** Adds the shop's first owner. @returns false when the name is taken, even by a removed operator. */
export async function insertFirstOwner(tx: Queryable, owner: FirstOwnerRow): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO operators (name, role, secret_hash, password_hash, totp_secret, totp_step, enrolled_at)
     VALUES ($1, 'owner', $2, $3, $4, $5, now()) ON CONFLICT (name) DO NOTHING RETURNING 1`,
    [owner.name, owner.secretHash, owner.passwordHash, owner.totpSecret, owner.totpStep],
  );
  return rows.length > 0;
}

export async function hasAnyOperator(db: Queryable): Promise<boolean> {
  return (await db.query('SELECT 1 FROM operators WHERE removed_at IS NULL LIMIT 1')).length > 0;
}
