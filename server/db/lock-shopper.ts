import { DomainError } from '../http/errors/error-handler.ts';
import type { Queryable } from './database.ts';

/**
 * Locks an existing shopper's row, before any write to the shopper's cart or money.
 * @throws {DomainError} `not_found` for a deleted account.
 * @source database.md
 */
export async function lockExistingShopperRow(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockShopperRowEvenIfDeleted(tx, userId)))
    throw new DomainError('not_found', 'This account has been deleted.');
}

/**
 * Locks a shopper's row, even of a deleted account.
 * @returns whether the account exists. The caller must not credit the wallet of a deleted account.
 */
export async function lockShopperRowEvenIfDeleted(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.query<{ isThere: boolean }>(
    'SELECT deleted_at IS NULL AS "isThere" FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return rows[0]?.isThere ?? false;
}
