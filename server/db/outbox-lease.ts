import type { Queryable } from './database.ts';

/**
 * Rows of the outbox whose work calls the outside world and so must hold no transaction meanwhile: each is leased
 * for a minute, then done or put off. A process that dies in between loses nothing. Real time, as all of the outbox.
 *
 * @source domain.md 11.6
 */
export interface LeasedRow<Payload> {
  id: number;
  /** Tries, this one counted. */
  attempts: number;
  payload: Payload;
}

const LEASE_S = 60;
const MAX_TRIES = 20;
const LAST_PAUSE_S = 600;

/** Takes up to `limit` due rows of a topic. */
export function leaseRows<Payload>(
  db: Queryable,
  topic: string,
  limit: number,
): Promise<LeasedRow<Payload>[]> {
  return db.query<LeasedRow<Payload>>(
    `UPDATE outbox SET attempts = attempts + 1, available_at = now() + make_interval(secs => $3)
     WHERE id IN (
       SELECT id FROM outbox
       WHERE topic = $1 AND done_at IS NULL AND dead_at IS NULL AND available_at <= now()
       ORDER BY available_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, payload`,
    [topic, limit, LEASE_S],
  );
}

export async function finishRow(db: Queryable, id: number): Promise<void> {
  await db.query('UPDATE outbox SET done_at = now() WHERE id = $1', [id]);
}

/** Tries again later: 1 s, doubling to 10 min; after the last try the row is dead and somebody must look. */
export async function postponeRow(db: Queryable, row: LeasedRow<unknown>, reason: string): Promise<void> {
  const isDead = row.attempts >= MAX_TRIES;
  const pauseS = Math.min(LAST_PAUSE_S, 2 ** (row.attempts - 1));
  await db.query(
    `UPDATE outbox SET available_at = now() + make_interval(secs => $2), last_error = $3,
       dead_at = CASE WHEN $4 THEN now() END
     WHERE id = $1`,
    [row.id, pauseS, reason, isDead],
  );
}
