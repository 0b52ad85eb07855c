import { createECDH, randomBytes } from 'node:crypto';
import type { Database, Queryable } from './database.ts';

/**
 * Secrets that all instances share. They are stored in the table `settings`, never in the environment or in DATA_DIR.
 */
export interface ServerSecrets {
  /** Key with which request hashes, refresh tokens and CSRF tokens are computed (HMAC-SHA-256). */
  hmacKey: Buffer;
  tokenKey: string;
  /** Access token key before the last rotation, accepted until its tokens expire, so that nobody is signed out. */
  previousTokenKey?: { key: string; untilMs: number };
  /** Keys for web push in base64url, as the Push API expects them. */
  vapid: { publicKey: string; privateKey: string };
  /** Key with which the secret keys of operators' authenticator apps are encrypted. */
  operatorKey: Buffer;
}

interface StoredSecrets {
  hmacKey: string;
  tokenKey: string;
  previousTokenKey?: { key: string; untilMs: number };
  vapid: { publicKey: string; privateKey: string };
  operatorKey: string;
}

/** Time for which the previous access token key is accepted: the lifetime of an access token. */
const BELIEVED_MS = 15 * 60_000;
const KEY = 'server_secrets';

/** Reads the secrets; the first process creates them under a lock. */
export async function readOrCreateServerSecrets(db: Database): Promise<ServerSecrets> {
  const stored = await db.transaction(async (tx) => {
    await tx.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('server secrets:' || current_schema(), 0))`,
    );
    const found = await tx.query<{ value: StoredSecrets }>('SELECT value FROM settings WHERE key = $1', [
      KEY,
    ]);
    if (found[0]) return found[0].value;
    const made = makeSecrets();
    await tx.query('INSERT INTO settings (key, value) VALUES ($1, $2)', [KEY, JSON.stringify(made)]);
    return made;
  });
  return {
    ...stored,
    hmacKey: Buffer.from(stored.hmacKey, 'base64url'),
    operatorKey: Buffer.from(stored.operatorKey, 'base64url'),
  };
}

/**
 * Replaces the key of access tokens, and with `all` also the key of hashes and refresh tokens. Push keys and the
 * operator key stay, because push subscriptions and second factors need them.
 */
export async function rotateServerSecrets(tx: Queryable, { all }: { all: boolean }): Promise<void> {
  const [found] = await tx.query<{ value: StoredSecrets }>(
    'SELECT value FROM settings WHERE key = $1 FOR UPDATE',
    [KEY],
  );
  if (!found) throw new Error('the shop has made no secrets yet');
  const { tokenKey, hmacKey } = makeSecrets();
  const rotated: StoredSecrets = {
    ...found.value,
    tokenKey,
    previousTokenKey: { key: found.value.tokenKey, untilMs: Date.now() + BELIEVED_MS },
    ...(all ? { hmacKey } : {}),
  };
  await tx.query('UPDATE settings SET value = $2 WHERE key = $1', [KEY, JSON.stringify(rotated)]);
}

function makeSecrets(): StoredSecrets {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return {
    hmacKey: randomBytes(32).toString('base64url'),
    tokenKey: randomBytes(48).toString('base64url'),
    operatorKey: randomBytes(32).toString('base64url'),
    vapid: {
      publicKey: curve.getPublicKey('base64url'),
      // A generated private key lacks its leading zeros, so it is padded to its full length.
      privateKey: Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    },
  };
}
