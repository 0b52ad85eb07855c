import type { Queryable } from '../../db/database.ts';

export async function findSessionsEndedSince(db: Queryable, sinceMs: number): Promise<string[]> {
  const ended = await db.query<{ id: string }>(
    `SELECT id FROM sessions WHERE revoked_at > now() - $1 * interval '1 millisecond'`,
    [sinceMs],
  );
  return ended.map(({ id }) => id);
}

export async function findEndedSessionsAmong(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<string[]> {
  const ended = await db.query<{ id: string }>('SELECT id FROM ended_among($1::uuid[]) AS id', [sessionIds]);
  return ended.map(({ id }) => id);
}

/** Locks the shopper's row. @returns true when both the session and the account are active. */
export async function lockShopperOfActiveSession(
  tx: Queryable,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const [row] = await tx.query<{ isActive: boolean }>('SELECT lock_signed_in($1, $2) AS "isActive"', [
    userId,
    sessionId,
  ]);
  return row?.isActive ?? false;
}
