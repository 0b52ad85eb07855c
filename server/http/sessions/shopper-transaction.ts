import type { Database, Queryable, Transaction } from '../../db/database.ts';
import { DomainError } from '../errors/error-handler.ts';
import { findEndedAmong, lockLiveSession } from './session-repository.ts';
import type { SessionUser } from './tokens.ts';

/**
 * One transaction of a signed-in shopper: their row is taken first, as every writer of a cart or of money does, and
 * their session must live. Every call that changes something for its caller runs in one.
 *
 * @throws {DomainError} 401 when the session has ended, or the account is locked or deleted. Nothing is changed then.
 * @source accounts.md and database.md
 */
export function shopperTransaction<Result>(
  db: Database,
  user: SessionUser,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockSignedIn(tx, user);
    return work(tx);
  });
}

/**
 * Looks whether the caller's session lives, and takes nothing: before work that comes ahead of the transaction.
 *
 * @throws {DomainError} 401 when it does not.
 */
export async function requireLiveSession(db: Queryable, user: SessionUser): Promise<void> {
  if ((await findEndedAmong(db, [user.sessionId])).length > 0) throw new DomainError('unauthorized');
}

/**
 * Takes the shopper's row and looks whether their session lives.
 *
 * @throws {DomainError} 401 when it does not.
 */
export async function lockSignedIn(tx: Queryable, user: SessionUser): Promise<void> {
  if (!(await lockLiveSession(tx, user.id, user.sessionId))) throw new DomainError('unauthorized');
}
