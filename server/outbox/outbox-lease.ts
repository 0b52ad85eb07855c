import type { Queryable } from '../db/database.ts';
import type { OutboxRowSummary, OutboxTopic } from './outbox.ts';

/**
 * An outbox row that is processed outside a transaction. A worker leases it for a minute; after a crash another worker
 * gets it.
 * @source database.md
 */
export interface LeasedOutboxRow extends OutboxRowSummary {
  payload: unknown;
}

const LEASE_S = 60;
/**
 * SQL for the length of a lease. After a crash the lengths are random, so that the row that caused the crash is soon
 * due without the others.
 */
const LEASE = `make_interval(secs => $3 * CASE attempts WHEN 0 THEN 1 ELSE 1 + random() END)`;

export function leaseOutboxRows(
  db: Queryable,
  topic: OutboxTopic,
  limit: number,
): Promise<LeasedOutboxRow[]> {
  return db.query<LeasedOutboxRow>(
    `UPDATE outbox SET attempts = attempts + 1, available_at = now() + ${LEASE}
     WHERE id IN (
       SELECT id FROM outbox
       WHERE topic = $1 AND done_at IS NULL AND dead_at IS NULL AND available_at <= now()
       ORDER BY available_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, topic, dedupe_key AS "dedupeKey", attempts AS tries, payload`,
    [topic, limit, LEASE_S],
  );
}

export interface LeasedOutboxRowOfShopper extends LeasedOutboxRow {
  userId: string;
}

/** Leases a topic's oldest due row, except rows of `exceptUserIds`. A row without a shopper has the user id ''. */
export async function leaseOldestOutboxRowExceptShoppers(
  db: Queryable,
  topic: OutboxTopic,
  exceptUserIds: readonly string[],
): Promise<LeasedOutboxRowOfShopper | null> {
  const rows = await db.query<LeasedOutboxRowOfShopper>(
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

export async function markOutboxRowDone(db: Queryable, id: number): Promise<void> {
  await db.query('UPDATE outbox SET done_at = now() WHERE id = $1', [id]);
}
