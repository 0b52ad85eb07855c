import type { Queryable } from '../../../db/database.ts';

/** A stored passkey with the data that verifies its signatures. */
export interface StoredPasskey {
  id: string;
  credentialId: string;
  label: string;
  publicKey: Buffer;
  transports: string[];
}

/** A passkey whose signature was verified. The signature's counter was not compared with the stored one yet. */
export interface VerifiedPasskeySignature {
  id: string;
  label: string;
  /** Signature counter that the passkey sent; 0: the passkey does not count its signatures. */
  counter: number;
}

type Purpose = 'add' | 'sign-in';

export async function findPasskeys(db: Queryable, name: string): Promise<StoredPasskey[]> {
  return db.query<StoredPasskey>(
    `SELECT id, credential_id AS "credentialId", label, public_key AS "publicKey", transports
     FROM operator_passkeys WHERE name = $1 ORDER BY created_at`,
    [name],
  );
}

/** Stores a challenge for five minutes and deletes this operator's expired challenges. */
export async function insertPasskeyChallenge(
  db: Queryable,
  { name, purpose, challenge }: { name: string; purpose: Purpose; challenge: string },
): Promise<void> {
  await db.query('DELETE FROM operator_challenges WHERE name = $1 AND expires_at < now()', [name]);
  await db.query('INSERT INTO operator_challenges (challenge, name, purpose) VALUES ($1, $2, $3)', [
    challenge,
    name,
    purpose,
  ]);
}

/**
 * Deletes a used challenge, so that a recorded response cannot be sent again.
 * @returns false when the challenge is not valid.
 */
export async function consumePasskeyChallenge(
  db: Queryable,
  { name, purpose, challenge }: { name: string; purpose: Purpose; challenge: string },
): Promise<boolean> {
  const taken = await db.query<{ isYoung: boolean }>(
    `DELETE FROM operator_challenges WHERE challenge = $1 AND name = $2 AND purpose = $3
     RETURNING expires_at > now() AS "isYoung"`,
    [challenge, name, purpose],
  );
  return taken[0]?.isYoung === true;
}

export interface NewPasskeyRow {
  name: string;
  credentialId: string;
  label: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/** Stores a passkey. @returns false when the shop already has this passkey. */
export async function insertPasskey(tx: Queryable, passkey: NewPasskeyRow): Promise<boolean> {
  const { name, credentialId, label, publicKey, counter, transports } = passkey;
  const inserted = await tx.query(
    `INSERT INTO operator_passkeys (name, credential_id, label, public_key, counter, transports)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
    [name, credentialId, label, Buffer.from(publicKey), counter, transports],
  );
  return inserted.length > 0;
}

/**
 * Stores the counter of a passkey's signature if it has increased. A passkey that does not count its signatures always
 * sends 0, which is accepted too.
 * @returns `taken` when the counter is accepted; `copied` when it has not increased; `gone` when the passkey was
 * removed.
 */
export async function advancePasskeyCounter(
  tx: Queryable,
  name: string,
  { id, counter }: VerifiedPasskeySignature,
): Promise<'taken' | 'copied' | 'gone'> {
  const moved = await tx.query(
    `UPDATE operator_passkeys SET counter = $3, used_at = now()
     WHERE id = $1 AND name = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0)) RETURNING 1`,
    [id, name, counter],
  );
  if (moved.length > 0) return 'taken';
  const there = await tx.query('SELECT 1 FROM operator_passkeys WHERE id = $1 AND name = $2', [id, name]);
  return there.length > 0 ? 'copied' : 'gone';
}
