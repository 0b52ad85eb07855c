import { createHash } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import { wakeJob } from '../../../db/wake-job.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { OutboxPayload } from '../../../outbox/outbox.ts';
import type { PaymentProvider, ProviderWebhookRequest } from '../../../provider/provider.ts';
import { addDaysToIsoDate } from '../reconciliation/add-days.ts';
import { findCurrentLagosDay } from '../reconciliation/reconciliation-repository.ts';
import { fetchAndRecordReversals } from '../reversals/reversals.ts';
import * as rows from './provider-events-repository.ts';
import { type PaymentVerificationDeps, settleVerifiedTransaction } from './verify-service.ts';

/**
 * Stores a webhook with the right secret, and the outbox row that processes it, so that a crash loses nothing.
 * @throws {DomainError} 401 for a wrong or missing secret.
 */
export async function receiveProviderWebhook(
  deps: { db: Database; provider: PaymentProvider; onUnreadable?: (eventId: number) => void },
  request: ProviderWebhookRequest,
): Promise<void> {
  const read = deps.provider.parseWebhook(request);
  if (!read.ok && read.kind === 'forged') throw new DomainError('webhook_refused');
  const bodyKey = `body:${createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')}`;
  const event = { provider: deps.provider.name, body: keepable(JSON.stringify(factsOf(request.body))) };
  if (!read.ok && read.kind === 'unrelated') {
    return rows.storeUnrelatedProviderEvent(deps.db, { ...event, dedupeKey: bodyKey, reference: null });
  }
  if (!read.ok && read.kind === 'unreadable') {
    const eventId = await rows.storeUnreadableProviderEvent(deps.db, {
      ...event,
      dedupeKey: bodyKey,
      reference: null,
    });
    if (eventId !== null) deps.onUnreadable?.(eventId);
    return;
  }
  const isNew = read.ok
    ? await rows.storeProviderEvent(deps.db, { ...event, ...read.event }, 'provider_event')
    : await rows.storeProviderEvent(
        deps.db,
        { ...event, dedupeKey: bodyKey, reference: null },
        'provider_reversal',
      );
  if (isNew) await wakeJob(deps.db, rows.PROVIDER_EVENTS_JOB_NAME);
}

/** Days for which a reported reversal is searched back; the nightly reconciliation finds older ones. */
const NOTICED_DAYS = 7;

/**
 * Fetches the provider's lists of refunds and chargebacks after a webhook announced one, because the webhook's own
 * content is not trusted.
 * @throws when a refund or chargeback cannot be recorded, so that the outbox tries again.
 */
export async function recordReversalsOfWebhook(
  deps: PaymentVerificationDeps,
  { eventId }: OutboxPayload<'provider_reversal'>,
): Promise<void> {
  if (!(await rows.findProviderEventToProcess(deps.db, eventId))) return;
  const today = await findCurrentLagosDay(deps.db);
  const { failures } = await fetchAndRecordReversals(
    deps,
    addDaysToIsoDate(today, -NOTICED_DAYS),
    addDaysToIsoDate(today, 1),
  );
  if (failures[0]) throw failures[0].error;
  await rows.finishProviderEvent(deps.db, eventId, 'reversals_read');
}

/**
 * Queries the transaction of a stored webhook at the provider and settles it.
 * @throws when the provider has no definite status yet, so that the outbox tries again.
 */
export async function settlePaymentOfWebhook(
  deps: PaymentVerificationDeps,
  payload: OutboxPayload<'provider_event'>,
): Promise<void> {
  const event = await rows.findProviderEventToProcess(deps.db, payload.eventId);
  if (!event) return;
  const found = await deps.provider.verifyById(payload.transactionId);
  if (!found.ok) throw new Error(found.reason);
  // The webhook may arrive before the provider's API shows its result, so the outbox tries again.
  if (payload.status === 'successful' && (found.transaction?.status ?? 'pending') === 'pending') {
    if (found.transaction || !event.isOld) throw new Error('the provider has not booked this success yet');
  }
  // With this stored result, a later copy of the webhook makes the shop search for the transaction again.
  if (!found.transaction)
    return rows.finishProviderEvent(deps.db, payload.eventId, rows.NO_SUCH_TRANSACTION_RESULT);
  const settled = await settleVerifiedTransaction(deps, found.transaction);
  await rows.finishProviderEvent(deps.db, payload.eventId, settled.result);
}

/** The fields of a webhook that the shop may store: payment, amount and status. */
const KEPT_FIELDS = /^(id|event|event\.type|type|status|tx_?ref|reference|amount|currency|created_?at)$/i;
const KEPT_TEXT_MAX = 100;

/** Reduces a webhook to the fields that may be stored. Name, e-mail, phone, address and card are removed. */
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

/** Removes NUL and lone surrogates, because the database would refuse the webhook and it would be lost. */
function keepable(json: string): string {
  return json.replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (whole, what: string) => {
    if (what === 'u0000') return '';
    return what.length === 5 ? '\ufffd' : whole;
  });
}
