import type { Queryable } from '../../../db/database.ts';

export interface NewProviderEvent {
  provider: string;
  /** Key that all copies of one provider event share, so that the event is stored once. */
  dedupeKey: string;
  reference: string | null;
  /** The event as JSON text. */
  body: string;
  transactionId?: string;
  status?: string;
}

/** Result of an event whose transaction the provider still did not know at the last try. */
export const NO_SUCH_TRANSACTION_RESULT = 'no_such_transaction';
/** Age from which a try to process an event is its last one, before the invariants report the event as unprocessed. */
const OLD = `interval '8 minutes'`;

/**
 * Stores a provider event and its outbox row. A copy of a known event changes nothing, unless the provider did not show
 * the event's transaction before.
 * @returns whether there is an event to process now.
 */
export async function storeProviderEvent(
  db: Queryable,
  event: NewProviderEvent,
  topic: 'provider_event' | 'provider_reversal',
): Promise<boolean> {
  const rows = await db.query(
    `WITH kept AS (
       INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, reference)
       VALUES ($1, $2, true, $3::jsonb, $4)
       ON CONFLICT (dedupe_key) DO UPDATE SET processed_at = NULL, result = NULL, created_at = app_now()
       WHERE provider_events.result = '${NO_SUCH_TRANSACTION_RESULT}' RETURNING id
     )
     INSERT INTO outbox (topic, dedupe_key, payload)
     SELECT $7, $7 || ':' || id,
       jsonb_strip_nulls(jsonb_build_object('eventId', id, 'transactionId', $5::text, 'status', $6::text))
     FROM kept
     ON CONFLICT (dedupe_key) DO UPDATE SET done_at = NULL, dead_at = NULL, attempts = 0, available_at = now() RETURNING id`,
    [
      event.provider,
      event.dedupeKey,
      event.body,
      event.reference,
      event.transactionId ?? null,
      event.status ?? null,
      topic,
    ],
  );
  return rows.length > 0;
}

/** Stores an event that could not be parsed, and an item for the operator. @returns the event's id; null for a copy. */
export async function storeUnreadableProviderEvent(
  db: Queryable,
  event: NewProviderEvent,
): Promise<number | null> {
  const rows = await db.query<{ id: number }>(
    `WITH kept AS (
       INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, processed_at, result)
       VALUES ($1, $2, true, $3::jsonb, app_now(), 'unreadable')
       ON CONFLICT (dedupe_key) DO NOTHING RETURNING id, body
     ), told AS (
       INSERT INTO recon_items (day, kind, reference, note)
       SELECT app_now()::date, 'unreadable_webhook', 'event ' || id, left(body ->> 'event', 100) FROM kept
       ON CONFLICT (kind, reference) DO NOTHING
     )
     SELECT id FROM kept`,
    [event.provider, event.dedupeKey, event.body],
  );
  return rows[0]?.id ?? null;
}

/** Stores an event that needs no processing, because it concerns no shopper's payment; a copy changes nothing. */
export async function storeUnrelatedProviderEvent(db: Queryable, event: NewProviderEvent): Promise<void> {
  await db.query(
    `INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, processed_at, result)
     VALUES ($1, $2, true, $3::jsonb, app_now(), 'unrelated') ON CONFLICT (dedupe_key) DO NOTHING`,
    [event.provider, event.dedupeKey, event.body],
  );
}

/**
 * @returns undefined for an event that was already processed; `isOld` is true when this try is the event's last one.
 */
export async function findProviderEventToProcess(
  db: Queryable,
  eventId: number,
): Promise<{ isOld: boolean } | undefined> {
  const rows = await db.query<{ isOld: boolean }>(
    `SELECT created_at < app_now() - ${OLD} AS "isOld" FROM provider_events WHERE id = $1 AND processed_at IS NULL`,
    [eventId],
  );
  return rows[0];
}

export async function finishProviderEvent(db: Queryable, eventId: number, result: string): Promise<void> {
  await db.query('UPDATE provider_events SET processed_at = app_now(), result = $2 WHERE id = $1', [
    eventId,
    result,
  ]);
}

/** Name of the job that processes stored events; storing an event wakes it. */
export const PROVIDER_EVENTS_JOB_NAME = 'provider-events';
