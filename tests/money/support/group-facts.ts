import type { Database } from '../../../server/db/database.ts';

/** Reads a group's status from the database. */
export async function statusOf(db: Database, groupId: string): Promise<string | undefined> {
  const [row] = await db.query<{ status: string }>('SELECT status FROM groups WHERE id = $1', [groupId]);
  return row?.status;
}

/** Reads the messages of a shopper's notifications, sorted. */
export async function notificationsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db.query<{ message: string }>('SELECT message FROM notifications WHERE user_id = $1', [
    userId,
  ]);
  return rows.map((row) => row.message).sort();
}
