import type { Database, Queryable } from '../db/database.ts';
import { type OnOutboxFailure, postponeRow, type TriedRow } from '../db/outbox.ts';

/** One row of the outbox as its consumer sees it. */
export interface OutboxRow extends TriedRow {
  payload: Record<string, unknown>;
}

/** Done after the commit and allowed to be lost: events to open sockets, which refetch anyway. */
export type AfterCommit = () => void;

/** Writes what rows of one topic ask for. Repeating it must change nothing (a dedupe key below it sees to that). */
export type TopicHandler = (tx: Queryable, rows: readonly OutboxRow[]) => Promise<AfterCommit[]>;

export interface OutboxOptions {
  db: Database;
  handlers: Readonly<Record<string, TopicHandler>>;
  onFailure: OnOutboxFailure;
}

const OUTBOX_BATCH = 100;

/**
 * Works off one batch: claims rows that no other worker has, writes their effects and marks them done in the same
 * transaction, then sends the events.
 *
 * @returns how many rows were looked at; 0: nothing waits.
 * @source database.md
 */
export async function workOutbox(options: OutboxOptions): Promise<number> {
  const { effects, failures, count } = await options.db.transaction(async (tx) => {
    const rows = await tx.query<OutboxRow>(
      `SELECT id, topic, dedupe_key AS "dedupeKey", payload, attempts + 1 AS attempts FROM outbox
       WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now() AND topic = ANY ($1)
       ORDER BY available_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [Object.keys(options.handlers), OUTBOX_BATCH],
    );
    const work = { effects: [] as AfterCommit[], failures: [] as Failure[], count: rows.length };
    for (const [topic, group] of groupByTopic(rows)) {
      const handler = options.handlers[topic];
      if (handler) await handleTopic(tx, handler, group, work);
    }
    const failed = new Set(work.failures.map(({ row }) => row.id));
    await tx.query(
      'UPDATE outbox SET done_at = now(), attempts = attempts + 1 WHERE id = ANY ($1::bigint[])',
      [rows.filter((row) => !failed.has(row.id)).map((row) => row.id)],
    );
    const postponed = [];
    for (const failure of work.failures) {
      postponed.push({ ...failure, isDead: await postponeRow(tx, failure.row, failure.error) });
    }
    return { ...work, failures: postponed };
  });
  for (const { row, error, isDead } of failures) options.onFailure(row, error, isDead);
  for (const effect of effects) effect();
  return count;
}

interface Failure {
  row: OutboxRow;
  error: unknown;
}

/** All rows of a topic at once; when that fails, one by one, so that one bad row does not hold up the others. */
async function handleTopic(
  tx: Queryable,
  handler: TopicHandler,
  rows: OutboxRow[],
  work: { effects: AfterCommit[]; failures: Failure[] },
): Promise<void> {
  const error = await attempt(tx, handler, rows, work.effects);
  if (error === undefined) return;
  if (rows.length === 1 && rows[0]) {
    work.failures.push({ row: rows[0], error });
    return;
  }
  for (const row of rows) {
    const failure = await attempt(tx, handler, [row], work.effects);
    if (failure !== undefined) work.failures.push({ row, error: failure });
  }
}

async function attempt(
  tx: Queryable,
  handler: TopicHandler,
  rows: readonly OutboxRow[],
  effects: AfterCommit[],
): Promise<unknown> {
  await tx.query('SAVEPOINT outbox_topic');
  try {
    effects.push(...(await handler(tx, rows)));
    await tx.query('RELEASE SAVEPOINT outbox_topic');
    return undefined;
  } catch (error) {
    // A lost connection fails here again and ends the whole batch, which is then repeated.
    await tx.query('ROLLBACK TO SAVEPOINT outbox_topic');
    return error ?? new Error('unknown failure');
  }
}

function groupByTopic(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const groups = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const group = groups.get(row.topic);
    if (group) group.push(row);
    else groups.set(row.topic, [row]);
  }
  return groups;
}
