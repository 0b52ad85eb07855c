import type { ErrorBody } from '#contract/errors.ts';
import { initializePayment } from '#contract/member-endpoints.ts';
import { paymentTexts } from '#contract/texts.ts';
import type { Database } from '../../db/database.ts';
import { DomainError, errorBody } from '../../http/errors/error-handler.ts';
import { closeKey, findKey, type KeyRow, type StoredAnswer } from '../../http/idempotency-repository.ts';
import { shopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../http/sessions/tokens.ts';
import { endAttempt } from './payment-attempts-repository.ts';
import { findCreatedByKey } from './payments-repository.ts';

/** `none`: the key started nothing, and a late request with it changes nothing. */
export type AttemptCheck = { kind: 'none' } | { kind: 'answered'; answer: StoredAnswer };

/**
 * Finds the result of the initialise call with this key. An unknown key, or one whose process died, is closed in the
 * same transaction, so that its request does nothing when it arrives late.
 *
 * @throws {DomainError} 425 while the call still runs.
 * @source payments.md, POST /payment/attempts/{key}/check
 */
export async function checkAttempt(
  db: Database,
  user: SessionUser,
  key: string,
  requestId: string,
): Promise<AttemptCheck> {
  const scope = user.id;
  const seen = await findKey(db, scope, key);
  if (seen && !seen.isAbandoned) return readRow(seen);
  return shopperTransaction(db, user, async (tx) => {
    const refusal = errorBody(new DomainError('payment_not_started', paymentTexts.notStarted), requestId);
    const request = { scope, key, method: initializePayment.method, path: initializePayment.path };
    const standing = await closeKey(tx, request, { status: 400, body: refusal });
    if (standing) return readRow(standing);
    const abandonedId = await findCreatedByKey(tx, user.id, key);
    if (abandonedId) await endAttempt(tx, abandonedId, 'superseded');
    return { kind: 'none' };
  });
}

function readRow(row: KeyRow): AttemptCheck {
  if (!row.answer) throw new DomainError('idempotency_running', { retryAfterSeconds: 2 });
  const isClosed = (row.answer.body as Partial<ErrorBody> | null)?.code === 'payment_not_started';
  return isClosed ? { kind: 'none' } : { kind: 'answered', answer: row.answer };
}
