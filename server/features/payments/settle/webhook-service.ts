import { createHash } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import { wakeJob } from '../../../db/wake-job.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { Payload } from '../../../outbox/outbox.ts';
import type { PaymentProvider, WebhookRequest } from '../../../provider/provider.ts';
import { shiftDay } from '../reconciliation/recon-days.ts';
import { lagosToday } from '../reconciliation/recon-repository.ts';
import { bookReversals } from '../reversals/reversals.ts';
import {
  findEventToProcess,
  finishEvent,
  NO_SUCH_TRANSACTION,
  PROVIDER_EVENTS_JOB,
  storeEvent,
  storeUnreadable,
  storeUnrelated,
} from './provider-events-repository.ts';
import { settleTransaction, type VerifyDeps } from './verify-service.ts';

/**
 * Keeps a webhook that carries our secret, and the outbox row that will work it off, in one statement: the provider
 * gets its 200 at once and a crash loses nothing. Copies of one fact, in either shape, are one row.
 *
 * @throws {DomainError} 401 for a wrong or missing secret; nothing is stored then.
 */
export async function receiveWebhook(
  deps: { db: Database; provider: PaymentProvider; onUnreadable?: (eventId: number) => void },
  request: WebhookRequest,
): Promise<void> {
  const read = deps.provider.parseWebhook(request);
  if (!read.ok && read.kind === 'forged') throw new DomainError('webhook_refused');
  const bodyKey = `body:${createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')}`;
  const event = { provider: deps.provider.name, body: keepable(JSON.stringify(factsOf(request.body))) };
  if (!read.ok && read.kind === 'unrelated') {
    return storeUnrelated(deps.db, { ...event, dedupeKey: bodyKey, reference: null });
  }
  if (!read.ok && read.kind === 'unreadable') {
    const eventId = await storeUnreadable(deps.db, { ...event, dedupeKey: bodyKey, reference: null });
    if (eventId !== null) deps.onUnreadable?.(eventId);
    return;
  }
  const isNew = read.ok
    ? await storeEvent(deps.db, { ...event, ...read.event }, 'provider_event')
    : await storeEvent(deps.db, { ...event, dedupeKey: bodyKey, reference: null }, 'provider_reversal');
  if (isNew) await wakeJob(deps.db, PROVIDER_EVENTS_JOB);
}

/** How far back a notice is looked for; what is older the nightly comparison finds. */
const NOTICED_DAYS = 7;

/**
 * Works off the notice of a refund or chargeback: its words are not read, the provider's lists are.
 *
 * @throws when a list cannot be read or a row of it not be booked, so that the outbox tries again later.
 */
export async function processReversalNotice(
  deps: VerifyDeps,
  { eventId }: Payload<'provider_reversal'>,
): Promise<void> {
  if (!(await findEventToProcess(deps.db, eventId))) return;
  const today = await lagosToday(deps.db);
  const { failures } = await bookReversals(deps, shiftDay(today, -NOTICED_DAYS), shiftDay(today, 1));
  if (failures[0]) throw failures[0].error;
  await finishEvent(deps.db, eventId, 'reversals_read');
}

/**
 * Works off one kept webhook: its transaction is asked of the provider and settled. Safe to run any number of times.
 *
 * @throws when the provider gives no clear answer yet, so that the outbox tries again later.
 */
export async function processWebhook(deps: VerifyDeps, payload: Payload<'provider_event'>): Promise<void> {
  const event = await findEventToProcess(deps.db, payload.eventId);
  if (!event) return;
  const found = await deps.provider.verifyById(payload.transactionId);
  if (!found.ok) throw new Error(found.reason);
  // The webhook can be faster than the provider's own books.
  if (payload.status === 'successful' && (found.transaction?.status ?? 'pending') === 'pending') {
    if (found.transaction || !event.isOld) throw new Error('the provider has not booked this success yet');
  }
  // Should it be sent again, it is looked for again.
  if (!found.transaction) return finishEvent(deps.db, payload.eventId, NO_SUCH_TRANSACTION);
  const settled = await settleTransaction(deps, found.transaction);
  await finishEvent(deps.db, payload.eventId, settled.result);
}

/** What the shop may keep of a webhook: which payment, how much, what became of it. */
const KEPT_FIELDS = /^(id|event|event\.type|type|status|tx_?ref|reference|amount|currency|created_?at)$/i;
const KEPT_TEXT_MAX = 100;

/** The same body without whom it names: name, e-mail, phone, address and card are the provider's to keep. */
function factsOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'object') {
      const inner = factsOf(value);
      if (Object.keys(inner).length > 0) facts[name] = inner;
    } else if (KEPT_FIELDS.test(name)) {
      facts[name] = typeof value === 'string' ? value.slice(0, KEPT_TEXT_MAX) : value;
    }
  }
  return facts;
}

/**
 * JSON text that the database can keep: it takes no NUL and no half of a surrogate pair (the only ones that
 * JSON.stringify escapes), and the webhook must not be lost for one.
 */
function keepable(json: string): string {
  return json.replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (whole, what: string) => {
    if (what === 'u0000') return '';
    return what.length === 5 ? '\ufffd' : whole;
  });
}
