import type { PaymentStatusReply } from '#contract/schemas/payment.ts';
import { isApiError, isProxyErrorResponse } from '../../../lib/api/api-errors.ts';
import type { PaymentAttempt, PaymentAttemptResult } from '../attempts/attempt.ts';
import type { PaymentAttemptStore } from '../attempts/payment-attempts.ts';
import { fetchPaymentOrBlockIdempotencyKey, fetchPaymentStatus, isHttpUrl } from './checkout-requests.ts';

/** The result of asking the server for an attempt's status. */

export type CheckedPaymentStatus =
  | { kind: 'final'; attempt: PaymentAttempt }
  /** The payment is unfinished; `link` is the card page on which it can go on. */
  | { kind: 'pending'; link: string | null }
  /** The payment belongs to another shopper, so the phone has deleted its attempt. */
  | { kind: 'not-found' }
  /** The server knows no payment under the attempt's reference or idempotency key. */
  | { kind: 'none' };

export function toAttemptResult(reply: PaymentStatusReply): PaymentAttemptResult {
  return {
    status: reply.status,
    outcome: reply.outcome,
    message: reply.message,
    paymentId: reply.paymentId,
    totalAmount: reply.totalAmount,
    walletUsed: reply.walletUsed,
    flutterwaveAmount: reply.flutterwaveAmount,
    newWalletBalance: reply.newWalletBalance,
    groupBuysJoined: reply.groupBuysJoined,
    groupBuys: reply.groupBuys,
  };
}

/**
 * Fetches an attempt's status from the server and stores it.
 * @throws what the API client throws, except the 404 of another shopper's payment.
 */
export async function fetchAndStorePaymentStatus(
  payments: PaymentAttemptStore,
  attempt: PaymentAttempt,
): Promise<CheckedPaymentStatus> {
  if (attempt.reference === null) return resolveByAttemptKey(payments, attempt);
  const verdict = hasStatusCall()
    ? await fetchStatusFromServer(payments, attempt, attempt.reference)
    : await believeFlag(payments, attempt);
  if (verdict.kind === 'not-found') await payments.drop(attempt);
  return verdict;
}

async function fetchStatusFromServer(
  payments: PaymentAttemptStore,
  attempt: PaymentAttempt,
  reference: string,
): Promise<CheckedPaymentStatus> {
  try {
    return await storePaymentStatus(payments, attempt, await fetchPaymentStatus(reference));
  } catch (error) {
    // Only the shop's own 404 means that the payment does not exist, because a proxy's 404 says nothing about it.
    if (!isApiError(error, 404) || error.code !== 'payment_not_found') throw error;
    return { kind: 'not-found' };
  }
}

async function storePaymentStatus(
  payments: PaymentAttemptStore,
  attempt: PaymentAttempt,
  reply: PaymentStatusReply,
): Promise<CheckedPaymentStatus> {
  if (reply.status === 'pending') {
    const link = isHttpUrl(reply.authorization_url) ? reply.authorization_url : attempt.authorizationUrl;
    if (link !== attempt.authorizationUrl) await payments.update(attempt, { authorizationUrl: link });
    return { kind: 'pending', link };
  }
  const result = toAttemptResult(reply);
  const change = { state: reply.status, reference: reply.reference, result } as const;
  const next = await payments.update(attempt, change);
  return { kind: 'final', attempt: next ?? { ...attempt, ...change } };
}

/** Requests the result of a payment whose first response was lost. */
async function resolveByAttemptKey(
  payments: PaymentAttemptStore,
  attempt: PaymentAttempt,
): Promise<CheckedPaymentStatus> {
  try {
    const reply = await fetchPaymentOrBlockIdempotencyKey(attempt.key);
    if (!('reference' in reply)) {
      await payments.update(attempt, { state: 'expired', acknowledged: true });
      return { kind: 'none' };
    }
    const known = await payments.update(attempt, {
      state: 'redirected',
      reference: reply.reference,
      authorizationUrl: isHttpUrl(reply.authorization_url) ? reply.authorization_url : null,
    });
    return await fetchAndStorePaymentStatus(payments, known ?? { ...attempt, reference: reply.reference });
  } catch (error) {
    // The server refused to start the payment and stored that refusal, so nothing was charged.
    if (!isApiError(error, 400) || isProxyErrorResponse(error)) throw error;
    await payments.update(attempt, { state: 'failed', acknowledged: true });
    return { kind: 'none' };
  }
}

/**
 * False when the build setting VITE_API_PAYMENT_STATUS says that the server has no endpoint for a payment's status.
 * @source offline.md section 6
 */
function hasStatusCall(): boolean {
  return import.meta.env.VITE_API_PAYMENT_STATUS !== 'off';
}

/** Trusts the flag `success` in the URL only for a payment that this phone started, because anybody can write a URL. */
async function believeFlag(
  payments: PaymentAttemptStore,
  attempt: PaymentAttempt,
): Promise<CheckedPaymentStatus> {
  if (attempt.hint !== 'success') return { kind: 'pending', link: attempt.authorizationUrl };
  if (attempt.method === null) return { kind: 'not-found' };
  const change = { state: 'confirmed', result: resultAsBegun(attempt) } as const;
  const next = await payments.update(attempt, change);
  return { kind: 'final', attempt: next ?? { ...attempt, ...change } };
}

/** Builds the result of a paid card payment from the amounts that the phone stored when the payment began. */
function resultAsBegun({ reference, totalAmount, walletUse }: PaymentAttempt): PaymentAttemptResult {
  return {
    status: 'confirmed',
    outcome: 'ordered',
    message: '',
    paymentId: reference ?? '',
    totalAmount,
    walletUsed: walletUse,
    flutterwaveAmount: totalAmount - walletUse,
    newWalletBalance: 0,
    groupBuysJoined: 0,
    groupBuys: [],
  };
}

const PAYMENT_WAIT_LIMIT_MS = 10 * 60_000;
/** Pauses between status checks after the shopper came back from the card page; the last pause repeats. */
const PAYMENT_POLL_MS = [0, 2_000, 4_000, 8_000, 15_000, 30_000] as const;

/**
 * Why an attempt has no final status yet: the server is being asked, the phone is offline, or the server takes long.
 */
export type PaymentPendingReason = 'asking' | 'offline' | 'late';

interface Needs {
  ask: (attempt: PaymentAttempt) => Promise<CheckedPaymentStatus>;
  onWaiting: (waiting: PaymentPendingReason) => void;
  onVerdict: (verdict: Exclude<CheckedPaymentStatus, { kind: 'pending' }>) => void;
}

const LONGEST_LIFE_MS = 24 * 60 * 60_000;

/**
 * Polls the status for ten minutes while the page is visible, then for a day each time the page becomes visible.
 * @returns a function that stops the polling.
 * @source offline.md section 6
 */
export function pollPaymentStatus(attempt: PaymentAttempt, { ask, onWaiting, onVerdict }: Needs): () => void {
  // The time limits count from the return from the card page, so that a reload of this page does not extend them.
  const ageAtStartMs = Math.max(0, Date.now() - attempt.updatedAt);
  // The age grows by `performance.now`, because the phone's clock may be set meanwhile.
  const startedAtMs = performance.now();
  let requestCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;

  const ageMs = () => ageAtStartMs + performance.now() - startedAtMs;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', handleWake);
    window.removeEventListener('pageshow', handleWake);
    document.removeEventListener('visibilitychange', handleWake);
  };

  const pollOnce = async () => {
    clearTimeout(timer);
    if (isOver || isAsking) return;
    isAsking = true;
    let pauseMs: number = PAYMENT_POLL_MS[Math.min(requestCount + 1, PAYMENT_POLL_MS.length - 1)] ?? 30_000;
    requestCount += 1;
    try {
      const verdict = await ask(attempt);
      if (verdict.kind !== 'pending') {
        // A final status is reported even if `ask` deleted the attempt and so stopped the polling.
        stop();
        onVerdict(verdict);
        return;
      }
      if (isOver) return;
      onWaiting(ageMs() >= PAYMENT_WAIT_LIMIT_MS ? 'late' : 'asking');
    } catch (error) {
      if (isOver) return;
      if (isApiError(error, 401)) return stop();
      if (isApiError(error) && error.retryAfterMs !== null) pauseMs = Math.max(pauseMs, error.retryAfterMs);
      const isOffline = !isApiError(error);
      onWaiting(isOffline ? 'offline' : ageMs() >= PAYMENT_WAIT_LIMIT_MS ? 'late' : 'asking');
    } finally {
      isAsking = false;
    }
    if (!isOver && ageMs() < PAYMENT_WAIT_LIMIT_MS) timer = setTimeout(tick, pauseMs);
  };
  const tick = () => {
    if (document.visibilityState !== 'hidden') void pollOnce();
  };
  const handleWake = () => {
    if (document.visibilityState === 'hidden') return;
    if (ageMs() > LONGEST_LIFE_MS) stop();
    else void pollOnce();
  };

  window.addEventListener('online', handleWake);
  window.addEventListener('pageshow', handleWake);
  document.addEventListener('visibilitychange', handleWake);
  void pollOnce();
  return stop;
}
