import type { Queryable } from './database.ts';

/**
 * Takes the shopper's row, before anything else: every writer of a shopper's cart or money does.
 *
 * @returns whether there is an account: nobody can open the wallet of a deleted one.
 * @source database.md
 */
export async function lockShopper(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx.query<{ isThere: boolean }>(
    'SELECT deleted_at IS NULL AS "isThere" FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return rows[0]?.isThere ?? false;
}
