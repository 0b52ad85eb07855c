import type { ApiErrorBody } from '#contract/errors.ts';
import { initializePayment } from '#contract/member-endpoints.ts';
import { paymentTexts } from '#contract/texts.ts';
import type { Database } from '../../db/database.ts';
import { buildErrorReplyBody, DomainError } from '../../http/errors/error-handler.ts';
import {
  findIdempotencyKey,
  type IdempotencyKeyRow,
  type IdempotentReply,
  storeReplyForUnusedIdempotencyKey,
} from '../../http/idempotency-repository.ts';
import { runShopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../http/sessions/tokens.ts';
import { endPaymentAttempt } from './payment-attempts-repository.ts';
import { findUnfinishedPaymentByIdempotencyKey } from './payments-repository.ts';

/**
 * The stored reply to a payment request. `none`: the request started no payment, and its blocked key cannot start one
 * later.
 */
export type PaymentReplyOrNone = { kind: 'none' } | { kind: 'answered'; answer: IdempotentReply };

/**
 * Finds the reply to the payment request with this idempotency key. If there is none, the key is blocked, so that the
 * request starts no payment should it still arrive.
 * @throws {DomainError} 425 while the request is still running.
 * @source payments.md, POST /payment/attempts/{key}/check
 */
export async function findPaymentReplyOrBlockKey(
  db: Database,
  user: SessionUser,
  key: string,
  requestId: string,
): Promise<PaymentReplyOrNone> {
  const scope = user.id;
  const seen = await findIdempotencyKey(db, scope, key);
  if (seen && !seen.isAbandoned) return readRow(seen);
  return runShopperTransaction(db, user, async (tx) => {
    const refusal = buildErrorReplyBody(
      new DomainError('payment_not_started', paymentTexts.notStarted),
      requestId,
    );
    const request = { scope, key, method: initializePayment.method, path: initializePayment.path };
    const standing = await storeReplyForUnusedIdempotencyKey(tx, request, { status: 400, body: refusal });
    if (standing) return readRow(standing);
    const abandonedId = await findUnfinishedPaymentByIdempotencyKey(tx, user.id, key);
    if (abandonedId) await endPaymentAttempt(tx, abandonedId, 'superseded');
    return { kind: 'none' };
  });
}

function readRow(row: IdempotencyKeyRow): PaymentReplyOrNone {
  if (!row.answer) throw new DomainError('idempotency_running', { retryAfterSeconds: 2 });
  const isClosed = (row.answer.body as Partial<ApiErrorBody> | null)?.code === 'payment_not_started';
  return isClosed ? { kind: 'none' } : { kind: 'answered', answer: row.answer };
}
