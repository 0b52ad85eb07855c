import type { Queryable } from '../db/database.ts';
import type { FailedRow, Topic } from './outbox.ts';

/**
 * Outbox rows whose work cannot share one transaction (an external call, or one transaction per shopper). Each is
 * leased for a minute, then completed or postponed; a crash loses nothing. Uses real time, like the whole outbox.
 *
 * @source database.md
 */
export interface LeasedRow extends FailedRow {
  payload: unknown;
}

const LEASE_S = 60;
/** Retries expire at different times, so that a row that crashes its process crashes alone. */
const LEASE = `make_interval(secs => $3 * CASE attempts WHEN 0 THEN 1 ELSE 1 + random() END)`;

export function leaseRows(db: Queryable, topic: Topic, limit: number): Promise<LeasedRow[]> {
  return db.query<LeasedRow>(
    `UPDATE outbox SET attempts = attempts + 1, available_at = now() + ${LEASE}
     WHERE id IN (
       SELECT id FROM outbox
       WHERE topic = $1 AND done_at IS NULL AND dead_at IS NULL AND available_at <= now()
       ORDER BY available_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, topic, dedupe_key AS "dedupeKey", attempts AS tries, payload`,
    [topic, limit, LEASE_S],
  );
}

export interface LeasedRowFor extends LeasedRow {
  userId: string;
}

/** Leases the oldest due row of a topic that is for none of these shoppers. A row without a shopper has ''. */
export async function leaseNextRowFor(
  db: Queryable,
  topic: Topic,
  exceptUserIds: readonly string[],
): Promise<LeasedRowFor | null> {
  const rows = await db.query<LeasedRowFor>(
    `UPDATE outbox SET attempts = attempts + 1, available_at = now() + ${LEASE}
     WHERE id = (
       SELECT id FROM outbox
       WHERE topic = $1 AND done_at IS NULL AND dead_at IS NULL AND available_at <= now()
         AND NOT coalesce(payload ->> 'userId', '') = ANY ($2)
       ORDER BY available_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, topic, dedupe_key AS "dedupeKey", attempts AS tries, payload, coalesce(payload ->> 'userId', '') AS "userId"`,
    [topic, exceptUserIds, LEASE_S],
  );
  return rows[0] ?? null;
}

export async function finishRow(db: Queryable, id: number): Promise<void> {
  await db.query('UPDATE outbox SET done_at = now() WHERE id = $1', [id]);
}
