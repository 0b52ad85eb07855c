import { DomainError } from '../http/errors/error-handler.ts';
import type { Queryable } from './database.ts';

/**
 * Locks an existing shopper's row before anything else. Every writer of a shopper's cart or money calls it.
 *
 * @throws {DomainError} `not_found` for a deleted account, whose wallet nobody can open.
 * @source database.md
 */
export async function requireShopper(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockShopperRow(tx, userId)))
    throw new DomainError('not_found', 'This account has been deleted.');
}

/**
 * Locks the row also for work that continues after the account is deleted: a card refund, or the end of a payment.
 *
 * @returns whether the account exists. Money for a deleted account goes elsewhere.
 */
export async function lockShopperRow(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.query<{ isThere: boolean }>(
    'SELECT deleted_at IS NULL AS "isThere" FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return rows[0]?.isThere ?? false;
}
