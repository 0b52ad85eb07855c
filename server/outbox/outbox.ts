import type { Queryable } from '../db/database.ts';
import { type Payload, type Topic, UnknownPayload } from './topics.ts';

/** What is known of a row when its work has failed. */
export interface TriedRow {
  id: number;
  topic: string;
  dedupeKey: string;
  /** Tries, this one counted. */
  tries: number;
}

/** Told of each failure; `isDead` after the last try: somebody must look. */
export type OnOutboxFailure = (row: TriedRow, error: unknown, isDead: boolean) => void;

/** Told of rows that are done, once that is committed. */
type OnOutboxDone = (topic: Topic, rows: number) => void;

/** What looks at a worker. */
export interface OutboxWatch {
  onFailure: OnOutboxFailure;
  onDone?: OnOutboxDone | undefined;
}

export const OUTBOX_TRIES = 20;

/** Of work whose process died at every try: nobody was left to put it off. */
export class NeverAnswered extends Error {
  override name = 'NeverAnswered';
}

const LAST_PAUSE_S = 600;
const UNKNOWN_PAUSE_S = 60;

/** Leaves a fact for the workers, in the transaction that made it. The same key again changes nothing. */
export async function enqueue<T extends Topic>(
  tx: Queryable,
  topic: T,
  dedupeKey: string,
  payload: Payload<T>,
): Promise<void> {
  await tx.query(
    `INSERT INTO outbox (topic, dedupe_key, payload) VALUES ($1, $2, $3::jsonb)
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [topic, dedupeKey, JSON.stringify(payload)],
  );
}

/**
 * Puts a failed row off: 1 s, doubling to 10 min; after the last try it is dead. What this release does not know is no
 * failed try: it waits for the release that does.
 *
 * @returns whether it is dead, for the alarm.
 * @source database.md
 */
export async function postponeRow(tx: Queryable, row: TriedRow, error: unknown): Promise<boolean> {
  const isKnown = !(error instanceof UnknownPayload);
  const tries = isKnown ? row.tries : row.tries - 1;
  const isDead = tries >= OUTBOX_TRIES;
  const pauseS = isKnown ? Math.min(LAST_PAUSE_S, 2 ** (tries - 1)) : UNKNOWN_PAUSE_S;
  await tx.query(
    `UPDATE outbox SET attempts = $2, available_at = now() + make_interval(secs => $3), last_error = $4,
       dead_at = CASE WHEN $5 THEN now() END
     WHERE id = $1`,
    [row.id, tries, pauseS, describe(error), isDead],
  );
  return isDead;
}

/** Those of the topics of which anything is due. One statement, for whoever is woken for nothing. */
export async function findDueTopics(db: Queryable, topics: readonly Topic[]): Promise<Set<Topic>> {
  const rows = await db.query<{ topic: Topic }>(
    `SELECT wanted.topic FROM unnest($1::text[]) wanted (topic) WHERE EXISTS (
       SELECT FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now()
         AND topic = wanted.topic)`,
    [topics],
  );
  return new Set(rows.map(({ topic }) => topic));
}

/** What is due of one topic. */
export interface OutboxWait {
  topic: string;
  waiting: number;
  /** How long the oldest has been due. */
  oldestSeconds: number;
}

export function readOutboxWaits(db: Queryable): Promise<OutboxWait[]> {
  return db.query<OutboxWait>(
    `SELECT topic, count(*)::int AS waiting,
       floor(extract(epoch FROM now() - min(available_at)))::int AS "oldestSeconds"
     FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now()
     GROUP BY topic ORDER BY min(available_at)`,
  );
}

/** The kind of error only: its words may quote somebody's data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`;
}
