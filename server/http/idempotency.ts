import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnreachableError } from '../db/connection/database-unreachable.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { isUuid } from '../lib/uuid.ts';
import { DomainError } from './errors/error-handler.ts';
import {
  claimIdempotencyKey,
  IDEMPOTENCY_LEASE_SECONDS,
  type IdempotencyKeyLease,
  type IdempotentReply,
  type IdempotentRequestIdentity,
  releaseIdempotencyKey,
  storeIdempotentReply,
} from './idempotency-repository.ts';
import type { RateLimitBucket } from './rate-limit-repository.ts';

/**
 * A request's idempotency key and the function that stores the request's reply, so that a repeat gets the same reply.
 * Without a key, `complete` does nothing.
 */
export interface IdempotentRequest {
  key: string | null;
  /**
   * Stores the reply in the transaction of the request's effect. A handler may omit this only if a second run has no
   * further effect.
   * @param body the reply, which must not contain a token.
   * @param options.status default 200.
   * @throws {DomainError} 425 when another process claimed the key.
   */
  complete(tx: Transaction, body: unknown, options?: { status?: number }): Promise<void>;
}

export type StartIdempotentRequestResult =
  /**
   * The key was claimed, so the handler must run. If `isWithinLimit` is false, the rate limit refuses the request
   * instead.
   */
  | { kind: 'work'; request: RunningIdempotentRequest; isWithinLimit: boolean }
  | { kind: 'replay'; answer: IdempotentReply };

export interface RunningIdempotentRequest extends IdempotentRequest {
  /**
   * Stores the reply unless the handler has done so. After a temporary refusal it releases the key, so that a repeat
   * runs the request again.
   */
  finish(db: Queryable, answer: IdempotentReply): Promise<void>;
}

const POLL_MS = 100;

/**
 * Reads the header `Idempotency-Key`.
 * @returns null when it is absent.
 * @throws {DomainError} 400 for a key that is not a UUID.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && isUuid(header)) return header.toLowerCase();
  throw new DomainError('bad_request', 'Idempotency-Key must be a UUID.');
}

export const REQUEST_WITHOUT_IDEMPOTENCY_KEY: RunningIdempotentRequest = {
  key: null,
  complete: async () => undefined,
  finish: async () => undefined,
};

/**
 * Claims the request's idempotency key, and waits for an identical running request.
 * @param bucket the rate limit, against which a repeat does not count.
 * @throws {DomainError} 425 when the identical request still runs, 400 when the key belongs to another request, 429
 * for too many keys.
 * @source http.md
 */
export async function startIdempotentRequest(
  db: Database,
  request: IdempotentRequestIdentity,
  waitMs: number,
  bucket?: RateLimitBucket,
): Promise<StartIdempotentRequestResult> {
  const giveUpAt = Date.now() + waitMs;
  for (;;) {
    const seen = await claimIdempotencyKey(db, request, bucket);
    if (seen.state === 'mine') {
      return { kind: 'work', request: openRequest(seen.lease), isWithinLimit: seen.isWithinLimit };
    }
    if (seen.state === 'done') return { kind: 'replay', answer: seen.answer };
    if (seen.state === 'mismatch') throw new DomainError('idempotency_mismatch');
    if (seen.state === 'full') throw new DomainError('too_many_requests', { retryAfterSeconds: 3_600 });
    if (Date.now() >= giveUpAt) {
      throw new DomainError('idempotency_running', { retryAfterSeconds: 1 });
    }
    await pause(POLL_MS);
  }
}

function openRequest(lease: IdempotencyKeyLease): RunningIdempotentRequest {
  let isStored = false;
  return {
    key: lease.key,
    async complete(tx, body, { status = 200 } = {}) {
      const isMine = await storeIdempotentReply(tx, lease, { status, body });
      if (!isMine) throw new DomainError('idempotency_running');
      tx.afterCommit(() => {
        isStored = true;
      });
    },
    async finish(db, answer) {
      try {
        await store(db, answer);
      } catch (error) {
        if (isDatabaseUnreachableError(error)) void releaseLater(db, lease);
        throw error;
      }
    },
  };

  async function store(db: Queryable, answer: IdempotentReply): Promise<void> {
    if (isStored) return;
    const mayBeStored = answer.status < 500 && ![401, 425, 429].includes(answer.status);
    if (!mayBeStored) return releaseIdempotencyKey(db, lease);
    const isWritten = await storeIdempotentReply(db, lease, answer);
    if (!isWritten) throw new DomainError('idempotency_running');
  }
}

/** Releases a key once the database is back, or a repeat of the request would wait until the lease ends. */
async function releaseLater(db: Queryable, lease: IdempotencyKeyLease): Promise<void> {
  for (let second = 0; second < IDEMPOTENCY_LEASE_SECONDS; second += 1) {
    await pause(1_000, undefined, { ref: false });
    try {
      return await releaseIdempotencyKey(db, lease);
    } catch {
      // The database is still lost, so the loop tries again a second later, until the key's lease ends.
    }
  }
}

/** Matches fields that are left out of the request hash, because secrets must not be stored, not even hashed. */
const SECRET_FIELD = /password|key|token/i;

/** Computes an HMAC over method, path and body without secrets, independent of the order of fields. */
export function hashIdempotentRequest(
  hmacKey: Buffer,
  request: { method: string; path: string; query: unknown; body: unknown },
): string {
  const canonical = JSON.stringify([
    request.method,
    request.path,
    withoutSecrets(request.query ?? null),
    withoutSecrets(request.body ?? null),
  ]);
  return createHmac('sha256', hmacKey).update(canonical).digest('base64url');
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([name]) => !SECRET_FIELD.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, inner]) => [name, withoutSecrets(inner)]);
}
