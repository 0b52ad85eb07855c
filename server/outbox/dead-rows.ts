import type { Queryable } from '../db/database.ts';

/** An outbox row whose last try has failed. It is stored until an operator retries or closes it. */
export interface DeadOutboxRow {
  id: number;
  topic: string;
  /** Type of the last error; its message may contain personal data. */
  lastError: string | null;
  deadAt: Date;
}

/** Finds rows whose last try has failed, oldest first. */
export function findDeadOutboxRows(db: Queryable, limit: number): Promise<DeadOutboxRow[]> {
  return db.query<DeadOutboxRow>(
    `SELECT id, topic, last_error AS "lastError", dead_at AS "deadAt"
     FROM outbox WHERE dead_at IS NOT NULL AND done_at IS NULL ORDER BY dead_at, id LIMIT $1`,
    [limit],
  );
}

/** Retries one row whose last try has failed, or all such rows of a topic. @returns the ids of the rows. */
export async function retryDeadOutboxRows(
  tx: Queryable,
  which: { id: number } | { topic: string },
): Promise<number[]> {
  const isOne = 'id' in which;
  const rows = await tx.query<{ id: number }>(
    `UPDATE outbox SET dead_at = NULL, attempts = 0, available_at = now()
     WHERE dead_at IS NOT NULL AND done_at IS NULL AND ${isOne ? 'id' : 'topic'} = $1 RETURNING id`,
    [isOne ? which.id : which.topic],
  );
  return rows.map(({ id }) => id);
}

/**
 * Closes a row whose last try has failed, without processing it.
 * @returns its content; undefined: there is no such row.
 */
export async function closeDeadOutboxRow(
  tx: Queryable,
  id: number,
): Promise<{ topic: string; payload: unknown } | undefined> {
  const rows = await tx.query<{ topic: string; payload: unknown }>(
    `UPDATE outbox SET done_at = now() WHERE id = $1 AND dead_at IS NOT NULL AND done_at IS NULL
     RETURNING topic, payload`,
    [id],
  );
  return rows[0];
}

export function countDeadOutboxRows(db: Queryable): Promise<{ topic: string; rows: number }[]> {
  return db.query(
    `SELECT topic, count(*)::int AS rows FROM outbox WHERE dead_at IS NOT NULL AND done_at IS NULL GROUP BY topic`,
  );
}
