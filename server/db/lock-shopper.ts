import type { Queryable } from './database.ts';

/**
 * Takes the shopper's row, before anything else: every writer of a shopper's cart or money does.
 *
 * @source database.md
 */
export async function lockShopper(tx: Queryable, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
}
