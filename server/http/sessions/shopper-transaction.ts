import type { Database, Queryable, Transaction } from '../../db/database.ts';
import { DomainError } from '../errors/error-handler.ts';
import type { IdempotentRequest } from '../idempotency.ts';
import { findEndedSessionsAmong, lockShopperOfActiveSession } from './session-repository.ts';
import type { SessionUser } from './tokens.ts';

/**
 * Runs a transaction of a signed-in shopper, with the shopper's row locked. Every change of a shopper's data must use
 * it.
 * @throws {DomainError} 401 when the session has ended.
 * @source accounts.md and database.md
 */
export function runShopperTransaction<Result>(
  db: Database,
  user: SessionUser,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockSignedInShopper(tx, user);
    return work(tx);
  });
}

/** A signed-in shopper's request for a change, with its idempotency key. */
export interface ShopperWriteRequest {
  user: SessionUser;
  idempotency: IdempotentRequest;
}

/**
 * Runs a change of a signed-in shopper. Its reply is stored in the same transaction, so that a repeated request gets
 * the same reply.
 */
export function runIdempotentWrite<Reply>(
  db: Database,
  { user, idempotency }: ShopperWriteRequest,
  change: (tx: Transaction) => Promise<Reply>,
): Promise<Reply> {
  return runShopperTransaction(db, user, async (tx) => {
    const reply = await change(tx);
    await idempotency.complete(tx, reply);
    return reply;
  });
}

/**
 * Checks the session without a lock.
 * @throws {DomainError} 401 when the session has ended.
 */
export async function requireActiveSession(db: Queryable, user: SessionUser): Promise<void> {
  if ((await findEndedSessionsAmong(db, [user.sessionId])).length > 0) throw new DomainError('unauthorized');
}

/** Locks the shopper's row and checks the session. @throws {DomainError} 401 when the session has ended. */
export async function lockSignedInShopper(tx: Queryable, user: SessionUser): Promise<void> {
  if (!(await lockShopperOfActiveSession(tx, user.id, user.sessionId))) throw new DomainError('unauthorized');
}
