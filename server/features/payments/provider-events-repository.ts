import type { Queryable } from '../../db/database.ts';

export interface NewProviderEvent {
  provider: string;
  /** The same for every copy of one fact. */
  dedupeKey: string;
  reference: string | null;
  /** JSON text. */
  body: string;
  /** What it claims about a charge; null: kept only, nothing to work off. */
  claim: { transactionId: string; status: string } | null;
}

/** Keeps the event and its outbox row. A copy of a known fact changes nothing. @returns whether there is work now. */
export async function storeEvent(db: Queryable, event: NewProviderEvent): Promise<boolean> {
  const rows = await db.query(
    `WITH kept AS (
       INSERT INTO provider_events (provider, dedupe_key, headers_ok, body, reference, processed_at, result)
       VALUES ($1, $2, true, $3::jsonb, $4, CASE WHEN $5::text IS NULL THEN app_now() END,
         CASE WHEN $5::text IS NULL THEN 'unreadable' END)
       ON CONFLICT (dedupe_key) DO NOTHING RETURNING id
     )
     INSERT INTO outbox (topic, dedupe_key, payload)
     SELECT 'provider_event', 'provider_event:' || id,
       jsonb_build_object('eventId', id, 'transactionId', $5::text, 'status', $6::text)
     FROM kept WHERE $5::text IS NOT NULL
     RETURNING id`,
    [
      event.provider,
      event.dedupeKey,
      event.body,
      event.reference,
      event.claim?.transactionId ?? null,
      event.claim?.status ?? null,
    ],
  );
  return rows.length > 0;
}

/** @returns whether the event still waits. */
export async function findEventToProcess(db: Queryable, eventId: number): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM provider_events WHERE id = $1 AND processed_at IS NULL', [
    eventId,
  ]);
  return rows.length > 0;
}

export async function finishEvent(db: Queryable, eventId: number, result: string): Promise<void> {
  await db.query('UPDATE provider_events SET processed_at = app_now(), result = $2 WHERE id = $1', [
    eventId,
    result,
  ]);
}

/** The job that works kept events off; woken when one is kept. */
export const PROVIDER_EVENTS_JOB = 'provider-events';
