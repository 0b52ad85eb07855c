import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  NOTIFICATION_EVENT_FIELD_SCHEMAS,
  type NotificationEventKind,
  type NotificationEventOfKind,
  ShopperNotificationEvent,
} from '#contract/notifications/events.ts';
import { createGroupNotificationEvent, getNotificationKey } from '#contract/notifications/kinds.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Every outbox topic with its payload and the job that processes it. A new topic needs a migration that allows it in
 * the table.
 * @source jobs.md
 */

const Id = Type.String();

/**
 * A notification to the members of a group, or of one of its pickup centres. A large group is notified in several rows.
 */
const { status, ...groupFields } = NOTIFICATION_EVENT_FIELD_SCHEMAS.group_update;
const fanOut = {
  ...groupFields,
  /** Id of the last member who was notified; absent in the first row. */
  after: Type.Optional(Id),
};

export const OUTBOX_TOPICS = {
  notice: { job: 'outbox', payload: ShopperNotificationEvent },
  'group.successful': { job: 'outbox', payload: Type.Object(fanOut) },
  'group.update': { job: 'outbox', payload: Type.Object({ ...fanOut, status }) },
  join: {
    job: 'outbox',
    payload: Type.Object({ productId: Id, groupId: Id, userId: Id, at: Type.String() }),
  },
  progress: { job: 'outbox', payload: Type.Object({ productId: Id }) },
  /** Asks to decide again whether a shopper, or each member of a group, counts as a referral. */
  referral: {
    job: 'referral',
    payload: Type.Object({ userId: Type.Optional(Id), groupId: Type.Optional(Id) }),
  },
  push: {
    job: 'push',
    payload: Type.Object({ userId: Id, noticeId: Id, endpoint: Type.String() }),
  },
  /** A webhook was stored, and its payment must be confirmed with the provider. */
  provider_event: {
    job: 'provider-events',
    payload: Type.Object({ eventId: Type.Number(), transactionId: Id, status: Type.String() }),
  },
  /** A webhook about a refund or chargeback was stored. */
  provider_reversal: { job: 'provider-events', payload: Type.Object({ eventId: Type.Number() }) },
} as const satisfies Readonly<Record<string, { job: string; payload: TSchema }>>;

export type OutboxTopic = keyof typeof OUTBOX_TOPICS;
export type OutboxPayload<T extends OutboxTopic> = Static<(typeof OUTBOX_TOPICS)[T]['payload']>;
export type OutboxTopicOfJob<Job extends string> = {
  [T in OutboxTopic]: (typeof OUTBOX_TOPICS)[T]['job'] extends Job ? T : never;
}[OutboxTopic];

/** Thrown for a row that a newer release wrote; the row waits for a process of that release. */
export class UnknownPayloadError extends Error {
  override name = 'UnknownPayloadError';
}

/** Returns true when this release can process the payload. */
export function isOutboxPayload<T extends OutboxTopic>(
  topic: T,
  payload: unknown,
): payload is OutboxPayload<T> {
  return Check(OUTBOX_TOPICS[topic].payload, payload);
}

export interface OutboxRowSummary {
  id: number;
  topic: string;
  dedupeKey: string;
  /** Number of tries, including the current one. */
  tries: number;
}

/** Called for each failed row. After the last try `isDead` is true and an operator must retry or close the row. */
export type OnOutboxFailure = (row: OutboxRowSummary, error: unknown, isDead: boolean) => void;

export interface OutboxObserver {
  onFailure: OnOutboxFailure;
}

export const OUTBOX_TRIES_MAX = 20;

/** Reports a row whose process crashed in every try, so that no try recorded an error. */
export class AllTriesCrashedError extends Error {
  override name = 'AllTriesCrashedError';
}

const LAST_PAUSE_S = 600;
const UNKNOWN_PAUSE_S = 60;

/** Writes an outbox row in the caller's transaction; a repeated key changes nothing. */
export async function enqueueOutboxRow<T extends OutboxTopic>(
  tx: Queryable,
  topic: T,
  dedupeKey: string,
  payload: OutboxPayload<T>,
): Promise<void> {
  await tx.query(
    `INSERT INTO outbox (topic, dedupe_key, payload) VALUES ($1, $2, $3::jsonb)
     ON CONFLICT (dedupe_key) DO NOTHING`,
    [topic, dedupeKey, JSON.stringify(payload)],
  );
}

/** Events whose fields make no unique key. The caller of `notifyShopper` passes a key for them. */
type Unkeyed = 'group_moved' | 'security';
type KeyedEvent = Extract<ShopperNotificationEvent, { fact: Exclude<NotificationEventKind, Unkeyed> }>;

/**
 * Writes a notification for one shopper to the outbox, in the transaction of the event that it reports.
 * @param outboxKey the notification's unique key; while the outbox has a row with this key, nothing is written.
 */
export async function notifyShopper(tx: Queryable, event: KeyedEvent): Promise<void>;
export async function notifyShopper(
  tx: Queryable,
  event: ShopperNotificationEvent,
  outboxKey: string,
): Promise<void>;
export async function notifyShopper(
  tx: Queryable,
  event: ShopperNotificationEvent,
  outboxKey = getNotificationKey(event),
): Promise<void> {
  await writeNotification(tx, 'notice', outboxKey, event);
}

/** Notifies all members of a group, or those of one pickup centre, of the group's new status. */
export async function notifyGroupMembers(
  tx: Queryable,
  group: Omit<NotificationEventOfKind<'group_update'>, 'fact'>,
): Promise<void> {
  const fact = createGroupNotificationEvent(group);
  const key = getNotificationKey(fact);
  if (fact.fact === 'group_secured')
    await writeNotification(tx, 'group.successful', key, { groupId: group.groupId });
  else await writeNotification(tx, 'group.update', key, group);
}

async function writeNotification<T extends 'notice' | 'group.successful' | 'group.update'>(
  tx: Queryable,
  topic: T,
  key: string,
  fact: OutboxPayload<T>,
): Promise<void> {
  await tx.query('SELECT write_notification($1, $2, $3::jsonb)', [topic, key, JSON.stringify(fact)]);
}

/**
 * Postpones a failed row, twice as long each time, until it is dead. An unknown payload does not count as a try,
 * because a later release may process it.
 * @returns whether the row is dead.
 * @source database.md
 */
export async function postponeOutboxRow(
  tx: Queryable,
  row: OutboxRowSummary,
  error: unknown,
): Promise<boolean> {
  const isKnown = !(error instanceof UnknownPayloadError);
  const tries = isKnown ? row.tries : row.tries - 1;
  const isDead = tries >= OUTBOX_TRIES_MAX;
  const pauseS = isKnown ? Math.min(LAST_PAUSE_S, 2 ** (tries - 1)) : UNKNOWN_PAUSE_S;
  await tx.query(
    `UPDATE outbox SET attempts = $2, available_at = now() + make_interval(secs => $3), last_error = $4,
       dead_at = CASE WHEN $5 THEN now() END
     WHERE id = $1`,
    [row.id, tries, pauseS, describe(error), isDead],
  );
  return isDead;
}

/** Finds the topics with due rows in one statement, because workers are often woken without work. */
export async function findDueOutboxTopics(
  db: Queryable,
  topics: readonly OutboxTopic[],
): Promise<Set<OutboxTopic>> {
  const rows = await db.query<{ topic: OutboxTopic }>(
    `SELECT wanted.topic FROM unnest($1::text[]) wanted (topic) WHERE EXISTS (
       SELECT FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now()
         AND topic = wanted.topic)`,
    [topics],
  );
  return new Set(rows.map(({ topic }) => topic));
}

export interface OutboxLag {
  topic: string;
  waiting: number;
  oldestSeconds: number;
}

export function readOutboxLags(db: Queryable): Promise<OutboxLag[]> {
  return db.query<OutboxLag>(
    `SELECT topic, count(*)::int AS waiting,
       floor(extract(epoch FROM now() - min(available_at)))::int AS "oldestSeconds"
     FROM outbox WHERE done_at IS NULL AND dead_at IS NULL AND available_at <= now()
     GROUP BY topic ORDER BY min(available_at)`,
  );
}

/** Returns only the error's type, because its message may quote personal data. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`;
}
