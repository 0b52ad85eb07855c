import type { Database, Queryable } from '../db/database.ts';
import {
  isOutboxPayload,
  type OutboxObserver,
  type OutboxPayload,
  type OutboxRowSummary,
  type OutboxTopic,
  type OutboxTopicOfJob,
  postponeOutboxRow,
  UnknownPayloadError,
} from './outbox.ts';

export interface OutboxRow<T extends OutboxTopic> extends OutboxRowSummary {
  topic: T;
  payload: OutboxPayload<T>;
}

/**
 * Sends events to open sockets after the commit. A crash may lose the call, which is harmless, because clients also
 * poll.
 */
export type AfterCommitCallback = () => void;

/** Processes rows of a topic. It may run twice for a row, so it must write with keys that make a repeat harmless. */
export type OutboxTopicHandler<T extends OutboxTopic> = (
  tx: Queryable,
  rows: readonly OutboxRow<T>[],
) => Promise<AfterCommitCallback[]>;

/** The topics whose rows can share one transaction, each with its handler. */
type BatchTopic = OutboxTopicOfJob<'outbox'>;
export type OutboxTopicHandlers = { readonly [T in BatchTopic]: OutboxTopicHandler<T> };
type AnyRow = OutboxRow<BatchTopic>;
type AnyHandler = OutboxTopicHandler<BatchTopic>;

export interface ProcessOutboxOptions extends OutboxObserver {
  db: Database;
  handlers: Partial<OutboxTopicHandlers>;
  /** Number of rows of each topic in one transaction; default 100. */
  batch?: number;
}

const OUTBOX_BATCH = 100;

/**
 * Processes one batch: claims rows, writes their effects in the same transaction, then sends the events. A backlog in
 * one topic delays no other.
 * @returns the number of rows; 0: no row is due.
 * @source database.md
 */
export async function processOutbox(options: ProcessOutboxOptions): Promise<number> {
  const { effects, failures, count } = await options.db.transaction(async (tx) => {
    const rows = await tx.query<AnyRow>(
      `SELECT due.* FROM unnest($1::text[]) wanted (topic) CROSS JOIN LATERAL (
         SELECT id, topic, dedupe_key AS "dedupeKey", payload, attempts + 1 AS tries FROM outbox
         WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now() AND topic = wanted.topic
         ORDER BY available_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) due`,
      [Object.keys(options.handlers), options.batch ?? OUTBOX_BATCH],
    );
    const work = { effects: [] as AfterCommitCallback[], failures: [] as Failure[], count: rows.length };
    if (rows.length === 0) return { ...work, failures: [] };
    const batches: Batch[] = [];
    for (const [topic, group] of groupByTopic(rows)) {
      const known = group.filter(({ payload }) => isOutboxPayload(topic, payload));
      for (const row of group)
        if (!known.includes(row)) work.failures.push({ row, error: new UnknownPayloadError(topic) });
      const handler = options.handlers[topic] as AnyHandler | undefined;
      if (handler && known.length > 0) batches.push({ handler, rows: known });
    }
    // All topics are first processed under one savepoint, because failures are rare. After a failure each topic gets
    // its own.
    const isAllDone = batches.length > 1 && (await tryBatches(tx, batches, work.effects)) === undefined;
    if (!isAllDone) for (const batch of batches) await handleTopic(tx, batch, work);
    const failed = new Set(work.failures.map(({ row }) => row.id));
    const done = rows.filter((row) => !failed.has(row.id));
    await tx.query(
      'UPDATE outbox SET done_at = now(), attempts = attempts + 1 WHERE id = ANY ($1::bigint[])',
      [done.map((row) => row.id)],
    );
    const postponed = [];
    for (const failure of work.failures) {
      postponed.push({ ...failure, isDead: await postponeOutboxRow(tx, failure.row, failure.error) });
    }
    return { ...work, failures: postponed };
  });
  for (const { row, error, isDead } of failures) options.onFailure(row, error, isDead);
  for (const effect of effects) effect();
  return count;
}

interface Failure {
  row: AnyRow;
  error: unknown;
}

interface Batch {
  handler: AnyHandler;
  rows: readonly AnyRow[];
}

/** Processes a topic's rows together, or one by one after a failure, so that a bad row delays no other. */
async function handleTopic(
  tx: Queryable,
  { handler, rows }: Batch,
  work: { effects: AfterCommitCallback[]; failures: Failure[] },
): Promise<void> {
  const error = await tryBatches(tx, [{ handler, rows }], work.effects);
  if (error === undefined) return;
  if (rows.length === 1 && rows[0]) {
    work.failures.push({ row: rows[0], error });
    return;
  }
  for (const row of rows) {
    const failure = await tryBatches(tx, [{ handler, rows: [row] }], work.effects);
    if (failure !== undefined) work.failures.push({ row, error: failure });
  }
}

/** Processes the rows of these topics under a savepoint: all or none. @returns the error, if any. */
async function tryBatches(
  tx: Queryable,
  batches: readonly Batch[],
  effects: AfterCommitCallback[],
): Promise<unknown> {
  await tx.query('SAVEPOINT outbox_topics');
  const made: AfterCommitCallback[] = [];
  try {
    for (const { handler, rows } of batches) made.push(...(await handler(tx, rows)));
    await tx.query('RELEASE SAVEPOINT outbox_topics');
    effects.push(...made);
    return undefined;
  } catch (error) {
    // On a lost connection the rollback throws as well, which ends the batch; its rows are processed again later.
    await tx.query('ROLLBACK TO SAVEPOINT outbox_topics');
    return error ?? new Error('unknown failure');
  }
}

function groupByTopic(rows: readonly AnyRow[]): Map<BatchTopic, AnyRow[]> {
  const groups = new Map<BatchTopic, AnyRow[]>();
  for (const row of rows) {
    const group = groups.get(row.topic);
    if (group) group.push(row);
    else groups.set(row.topic, [row]);
  }
  return groups;
}
