import { DomainError } from '../http/errors/error-handler.ts';
import type { Queryable } from './database.ts';

/**
 * Takes the row of a shopper who is still there, before anything else: every writer of a shopper's cart or money does.
 *
 * @throws {DomainError} `not_found` for a deleted account: nobody can open its wallet, and nothing is kept of it.
 * @source database.md
 */
export async function requireShopper(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockEvenDeleted(tx, userId)))
    throw new DomainError('not_found', 'This account has been deleted.');
}

/**
 * The same where the work goes on without the account: money that a card takes back, or a payment that ends.
 *
 * @returns whether there is an account. What a deleted one would get goes elsewhere.
 */
export async function lockEvenDeleted(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.query<{ isThere: boolean }>(
    'SELECT deleted_at IS NULL AS "isThere" FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return rows[0]?.isThere ?? false;
}
