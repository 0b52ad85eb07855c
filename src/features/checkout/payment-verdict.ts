import type { PaymentStatusReply } from '#contract/schemas/payment.ts';
import { isApiError, isProxyFault } from '../../lib/api-errors.ts';
import type { AttemptResult, PaymentAttempt } from '../../offline/payments/attempt.ts';
import { payments } from '../../offline/phone.ts';
import { askByKey, askStatus, isCardPage } from './checkout-requests.ts';

/** Asks the server about an attempt and writes its answer down. */

export type Verdict =
  | { kind: 'final'; attempt: PaymentAttempt }
  /** `link`: the card page, where the payment goes on. */
  | { kind: 'pending'; link: string | null }
  /** Not a payment of this shopper; the row is gone. */
  | { kind: 'not-found' }
  /** Nothing was ever started under the key. */
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

/**
 * @throws what the API client throws, but for the 404 of a payment that is not the shopper's.
 */
export async function askVerdict(attempt: PaymentAttempt): Promise<Verdict> {
  if (attempt.reference === null) return askAboutKey(attempt);
  const verdict = hasStatusCall() ? await askServer(attempt, attempt.reference) : await believeFlag(attempt);
  if (verdict.kind === 'not-found') await payments.drop(attempt);
  return verdict;
}

async function askServer(attempt: PaymentAttempt, reference: string): Promise<Verdict> {
  try {
    return await takeUp(attempt, await askStatus(reference));
  } catch (error) {
    // Only our own 404 says so; a proxy's says nothing about the payment.
    if (!isApiError(error, 404) || error.code !== 'payment_not_found') throw error;
    return { kind: 'not-found' };
  }
}

async function takeUp(attempt: PaymentAttempt, reply: PaymentStatusReply): Promise<Verdict> {
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

/** An attempt whose answer was lost: the stored answer is taken up, or there never was one. */
async function askAboutKey(attempt: PaymentAttempt): Promise<Verdict> {
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
    return await askVerdict(known ?? { ...attempt, reference: reply.reference });
  } catch (error) {
    // Our server's stored answer was a refusal: nothing was charged.
    if (!isApiError(error, 400) || isProxyFault(error)) throw error;
    await payments.update(attempt, { state: 'failed', acknowledged: true });
    return { kind: 'none' };
  }
}

/**
 * The build's setting `VITE_API_PAYMENT_STATUS`: the shop's own server tells what became of a payment, and an address
 * is never believed. A foreign API without that call is built with `off`. @source offline.md section 6
 */
function hasStatusCall(): boolean {
  return import.meta.env.VITE_API_PAYMENT_STATUS !== 'off';
}

/**
 * Takes the success flag of a return for the verdict, for a payment that this phone began. The address of any other
 * is as good as forged; a cancelled or failed flag stays a hint, since the money may come yet.
 */
async function believeFlag(attempt: PaymentAttempt): Promise<Verdict> {
  if (attempt.hint !== 'success') return { kind: 'pending', link: attempt.authorizationUrl };
  if (attempt.method === null) return { kind: 'not-found' };
  const change = { state: 'confirmed', result: resultAsBegun(attempt) } as const;
  const next = await payments.update(attempt, change);
  return { kind: 'final', attempt: next ?? { ...attempt, ...change } };
}

/** What the phone itself knows: what was to be paid, and how. Only card payments come back by an address. */
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
