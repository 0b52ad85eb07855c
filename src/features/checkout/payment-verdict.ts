import type { PaymentStatusReply } from '#contract/schemas/payment.ts';
import { isApiError, isProxyFault } from '../../lib/api-errors.ts';
import type { AttemptResult, PaymentAttempt } from './attempts/attempt.ts';
import type { PaymentAttempts } from './attempts/payment-attempts.ts';
import { askByKey, askStatus, isCardPage } from './checkout-requests.ts';

/** Fetches the status of an attempt and stores it. */

export type Verdict =
  | { kind: 'final'; attempt: PaymentAttempt }
  /** `link`: the card page to continue on. */
  | { kind: 'pending'; link: string | null }
  /** Not this shopper's payment; the row was deleted. */
  | { kind: 'not-found' }
  /** No payment exists for the key. */
  | { kind: 'none' };

export function resultOf(reply: PaymentStatusReply): AttemptResult {
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

/** @throws what the API client throws, except the 404 of a payment that is not the shopper's. */
export async function askVerdict(payments: PaymentAttempts, attempt: PaymentAttempt): Promise<Verdict> {
  if (attempt.reference === null) return askAboutKey(payments, attempt);
  const verdict = hasStatusCall()
    ? await askServer(payments, attempt, attempt.reference)
    : await believeFlag(payments, attempt);
  if (verdict.kind === 'not-found') await payments.drop(attempt);
  return verdict;
}

async function askServer(
  payments: PaymentAttempts,
  attempt: PaymentAttempt,
  reference: string,
): Promise<Verdict> {
  try {
    return await takeUp(payments, attempt, await askStatus(reference));
  } catch (error) {
    // Only the shop's own 404 counts; a proxy's 404 says nothing about the payment.
    if (!isApiError(error, 404) || error.code !== 'payment_not_found') throw error;
    return { kind: 'not-found' };
  }
}

async function takeUp(
  payments: PaymentAttempts,
  attempt: PaymentAttempt,
  reply: PaymentStatusReply,
): Promise<Verdict> {
  if (reply.status === 'pending') {
    const link = isCardPage(reply.authorization_url) ? reply.authorization_url : attempt.authorizationUrl;
    if (link !== attempt.authorizationUrl) await payments.update(attempt, { authorizationUrl: link });
    return { kind: 'pending', link };
  }
  const result = resultOf(reply);
  const change = { state: reply.status, reference: reply.reference, result } as const;
  const next = await payments.update(attempt, change);
  return { kind: 'final', attempt: next ?? { ...attempt, ...change } };
}

/** Resolves an attempt with a lost response: continues with the stored response, or learns that none exists. */
async function askAboutKey(payments: PaymentAttempts, attempt: PaymentAttempt): Promise<Verdict> {
  try {
    const reply = await askByKey(attempt.key);
    if (!('reference' in reply)) {
      await payments.update(attempt, { state: 'expired', acknowledged: true });
      return { kind: 'none' };
    }
    const known = await payments.update(attempt, {
      state: 'redirected',
      reference: reply.reference,
      authorizationUrl: isCardPage(reply.authorization_url) ? reply.authorization_url : null,
    });
    return await askVerdict(payments, known ?? { ...attempt, reference: reply.reference });
  } catch (error) {
    // The server stored a refusal, so nothing was charged.
    if (!isApiError(error, 400) || isProxyFault(error)) throw error;
    await payments.update(attempt, { state: 'failed', acknowledged: true });
    return { kind: 'none' };
  }
}

/**
 * Build setting `VITE_API_PAYMENT_STATUS`: `off` for another API without a status call. The shop's own build always
 * asks its server.
 * @source offline.md section 6
 */
function hasStatusCall(): boolean {
  return import.meta.env.VITE_API_PAYMENT_STATUS !== 'off';
}

/**
 * Trusts the success flag of a payment started on this phone; other addresses may be forged.
 * A cancelled or failed flag stays a hint, because the money may still arrive.
 */
async function believeFlag(payments: PaymentAttempts, attempt: PaymentAttempt): Promise<Verdict> {
  if (attempt.hint !== 'success') return { kind: 'pending', link: attempt.authorizationUrl };
  if (attempt.method === null) return { kind: 'not-found' };
  const change = { state: 'confirmed', result: resultAsBegun(attempt) } as const;
  const next = await payments.update(attempt, change);
  return { kind: 'final', attempt: next ?? { ...attempt, ...change } };
}

/** Builds the result from the phone's own record. Only card payments return by an address. */
function resultAsBegun({ reference, totalAmount, walletUse }: PaymentAttempt): AttemptResult {
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
