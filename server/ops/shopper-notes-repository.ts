import type { Queryable } from '../db/database.ts';

/** Notes that operators write about a shopper for each other, such as "asked to be called after six". */

/** Maximum number of notes on a shopper's page; older notes are hidden. */
const SHOWN = 50;

export async function countShopperNotes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM shopper_notes WHERE user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

export async function insertShopperNote(
  tx: Queryable,
  { userId, note, writtenBy }: { userId: string; note: string; writtenBy: string },
): Promise<void> {
  await tx.query('INSERT INTO shopper_notes (user_id, note, written_by) VALUES ($1, $2, $3)', [
    userId,
    note,
    writtenBy,
  ]);
}

export function readShopperNotes(db: Queryable, userId: string) {
  return db.query<{ at: Date; note: string; by: string }>(
    `SELECT created_at AS at, note, written_by AS "by" FROM shopper_notes
     WHERE user_id = $1 ORDER BY id DESC LIMIT ${SHOWN}`,
    [userId],
  );
}
