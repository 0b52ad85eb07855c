import type { Queryable } from '../db/database.ts';
import { buildTakeRateLimitTokenSql, type RateLimitBucket } from './rate-limit-repository.ts';

/**
 * Identifies a request by its idempotency key. The hash distinguishes a repeat from a different request with the same
 * key.
 */
export interface IdempotentRequestIdentity {
  /** Owner of the key: a user id, or `VISITOR_IDEMPOTENCY_SCOPE`. */
  scope: string;
  /** The client's `Idempotency-Key`, a UUID. */
  key: string;
  method: string;
  path: string;
  requestHash: string;
}

export interface IdempotentReply {
  status: number;
  body: unknown;
}

/**
 * Proves that this process runs the request of an idempotency key. `lockedAt`, exactly as the database prints it,
 * changes when another process claims the key.
 */
export interface IdempotencyKeyLease {
  scope: string;
  key: string;
  lockedAt: string;
}

export type IdempotencyKeyClaim =
  /**
   * The key is claimed. The request must run, or be refused if the rate limit was reached (`isWithinLimit` is false).
   */
  | { state: 'mine'; lease: IdempotencyKeyLease; isWithinLimit: boolean }
  | { state: 'running' }
  | { state: 'mismatch' }
  /** The account has the maximum number of idempotency keys. */
  | { state: 'full' }
  | { state: 'done'; answer: IdempotentReply };

/** Maximum duration of a running request in seconds; after that its process counts as dead. */
export const IDEMPOTENCY_LEASE_SECONDS = 60;
/** Matches every request. `storeReplyForUnusedIdempotencyKey` stores it as the hash of a key whose request has not arrived. */
const ANY_HASH = 'any';
/** Owner of the idempotency keys of all visitors. Visitors are limited by IP address instead of by account. */
export const VISITOR_IDEMPOTENCY_SCOPE = 'anon';
/**
 * Maximum number of idempotency keys of an account, because each stores a reply. Normal use is far below in 48 hours.
 */
const KEYS_MAX = 5_000;

/**
 * Builds the SQL condition that the owner has not reached the maximum number of keys. Arguments are SQL parameters,
 * such as `$1`.
 */
function hasRoom(scope: string, key: string): string {
  return `(${scope} = '${VISITOR_IDEMPOTENCY_SCOPE}' OR EXISTS (SELECT FROM idempotency_keys WHERE scope = ${scope} AND key = ${key}::uuid)
    OR (SELECT count(*) FROM (SELECT FROM idempotency_keys WHERE scope = ${scope} LIMIT ${KEYS_MAX}) kept) < ${KEYS_MAX})`;
}

/**
 * Builds SQL that claims an idempotency key. The commit need not wait for the disk, because a crash loses the claim
 * only before the request has any effect.
 * @param first number of the query's parameters before the five of this SQL.
 */
function takingKey(first: number, beside: string): string {
  const at = (place: number): string => `$${first + place}`;
  return `
    WITH taken AS (
      INSERT INTO idempotency_keys AS k (scope, key, method, path, request_hash, state, locked_at, expires_at)
      SELECT ${at(1)}, ${at(2)}::uuid, ${at(3)}, ${at(4)}, ${at(5)}, 'running', clock_timestamp(),
        clock_timestamp() + interval '48 hours'
       WHERE ${hasRoom(at(1), at(2))}
      ON CONFLICT (scope, key) DO UPDATE
         SET method = excluded.method, path = excluded.path, request_hash = excluded.request_hash,
             state = 'running', status_code = NULL, body = NULL,
             locked_at = excluded.locked_at, expires_at = excluded.expires_at
       WHERE k.expires_at <= clock_timestamp()
          OR (k.state = 'running' AND k.request_hash = excluded.request_hash
              AND k.locked_at < clock_timestamp() - make_interval(secs => ${IDEMPOTENCY_LEASE_SECONDS}))
      RETURNING locked_at::text AS locked_at)${beside && `, ${beside}`}
    SELECT (SELECT locked_at FROM taken) AS "lockedAt", ${beside ? '(SELECT tokens FROM token)' : 'NULL'} AS tokens,
      set_config('synchronous_commit', 'off', true)`;
}

/**
 * Claims an idempotency key, or returns its state. Of several identical requests exactly one gets the state `mine` and
 * may run.
 * @param bucket the rate limit bucket, which loses a token only when the key is claimed.
 */
export async function claimIdempotencyKey(
  db: Queryable,
  request: IdempotentRequestIdentity,
  bucket?: RateLimitBucket,
): Promise<IdempotencyKeyClaim> {
  const { scope, key, method, path, requestHash } = request;
  const { parts, values } = bucket ? buildTakeRateLimitTokenSql(bucket) : { parts: '', values: [] };
  // The claim is tried again when the key has expired or was released before its row could be read.
  for (;;) {
    const [taken] = await db.query<{ lockedAt: string | null; tokens: number | null }>(
      takingKey(values.length, parts),
      [...values, scope, key, method, path, requestHash],
    );
    if (taken?.lockedAt) {
      const lease = { scope, key, lockedAt: taken.lockedAt };
      return { state: 'mine', lease, isWithinLimit: !bucket || taken.tokens !== null };
    }
    const found = await findIdempotencyKey(db, request.scope, request.key);
    if (!found && (await isFull(db, request))) return { state: 'full' };
    if (!found) continue;
    if (found.requestHash !== request.requestHash && found.requestHash !== ANY_HASH)
      return { state: 'mismatch' };
    return found.answer ? { state: 'done', answer: found.answer } : { state: 'running' };
  }
}

async function isFull(db: Queryable, { scope, key }: IdempotentRequestIdentity): Promise<boolean> {
  const rows = await db.query<{ hasRoom: boolean }>(`SELECT ${hasRoom('$1', '$2')} AS "hasRoom"`, [
    scope,
    key,
  ]);
  return rows[0]?.hasRoom === false;
}

export interface IdempotencyKeyRow {
  requestHash: string;
  /** The stored reply; null while the request is running. */
  answer: IdempotentReply | null;
  /** True: the process that ran the request has died, so another process may run it. */
  isAbandoned: boolean;
}

export async function findIdempotencyKey(
  db: Queryable,
  scope: string,
  key: string,
): Promise<IdempotencyKeyRow | null> {
  const rows = await db.query<{
    request_hash: string;
    state: string;
    status_code: number | null;
    body: unknown;
    is_abandoned: boolean;
  }>(
    `SELECT request_hash, state, status_code, body,
            state = 'running' AND locked_at < clock_timestamp() - make_interval(secs => ${IDEMPOTENCY_LEASE_SECONDS}) AS is_abandoned
       FROM idempotency_keys
      WHERE scope = $1 AND key = $2 AND expires_at > clock_timestamp()`,
    [scope, key],
  );
  const row = rows[0];
  if (!row) return null;
  const isDone = row.state === 'done' && row.status_code !== null;
  return {
    requestHash: row.request_hash,
    answer: isDone ? { status: row.status_code as number, body: row.body } : null,
    isAbandoned: row.is_abandoned,
  };
}

/**
 * Stores the reply in the transaction of the request's effect.
 * @returns false when another process has claimed the key; the caller must roll back then.
 */
export async function storeIdempotentReply(
  tx: Queryable,
  lease: IdempotencyKeyLease,
  answer: IdempotentReply,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE idempotency_keys SET state = 'done', status_code = $4, body = $5
      WHERE scope = $1 AND key = $2 AND state = 'running' AND locked_at = $3::timestamptz
      RETURNING 1`,
    [lease.scope, lease.key, lease.lockedAt, answer.status, JSON.stringify(answer.body ?? null)],
  );
  return rows.length === 1;
}

/**
 * Releases a key, so that a repeat runs the request again. The commit does not wait for the replica, because a lost
 * replica would delay the reply.
 */
export async function releaseIdempotencyKey(db: Queryable, lease: IdempotencyKeyLease): Promise<void> {
  await db.query(
    `WITH released AS (
       DELETE FROM idempotency_keys
        WHERE scope = $1 AND key = $2 AND state = 'running' AND locked_at = $3::timestamptz)
     SELECT set_config('synchronous_commit', 'off', true)`,
    [lease.scope, lease.key, lease.lockedAt],
  );
}

/**
 * Stores a reply for a key that no request has used. A request that arrives later gets this reply and changes nothing.
 * @returns null when the reply was stored, else the row of the key, which a request has used.
 */
export async function storeReplyForUnusedIdempotencyKey(
  tx: Queryable,
  request: Omit<IdempotentRequestIdentity, 'requestHash'>,
  answer: IdempotentReply,
): Promise<IdempotencyKeyRow | null> {
  const rows = await tx.query(
    `INSERT INTO idempotency_keys AS k
       (scope, key, method, path, request_hash, state, status_code, body, locked_at, expires_at)
     VALUES ($1, $2, $3, $4, '${ANY_HASH}', 'done', $5, $6, clock_timestamp(),
             clock_timestamp() + interval '48 hours')
     ON CONFLICT (scope, key) DO UPDATE
        SET state = 'done', status_code = excluded.status_code, body = excluded.body,
            request_hash = excluded.request_hash, locked_at = excluded.locked_at, expires_at = excluded.expires_at
      WHERE k.expires_at <= clock_timestamp()
         OR (k.state = 'running' AND k.locked_at < clock_timestamp() - make_interval(secs => ${IDEMPOTENCY_LEASE_SECONDS}))
     RETURNING 1`,
    [request.scope, request.key, request.method, request.path, answer.status, JSON.stringify(answer.body)],
  );
  return rows.length === 1 ? null : findIdempotencyKey(tx, request.scope, request.key);
}
