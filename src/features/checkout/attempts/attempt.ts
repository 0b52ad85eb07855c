import type { PaymentMethod, PaymentStatusReply } from '#contract/schemas/payment.ts';

/** The life of a payment attempt as the phone knows it. Only the server's answer is a verdict. Pure. */

export type AttemptState =
  | 'created'
  | 'initialising'
  | 'redirected'
  | 'returned'
  /** The answer was lost: nobody knows yet whether the payment was started. */
  | 'unknown'
  | 'confirmed'
  | 'failed'
  | 'cancelled'
  | 'expired';

/** What the address said on the way back. Never a verdict. */
export type ReturnHint = 'success' | 'cancelled' | 'failed' | 'returned';

/** The parts of the server's verdict that a result shows. Whole naira. */
export type AttemptResult = Pick<
  PaymentStatusReply,
  | 'status'
  | 'outcome'
  | 'message'
  | 'paymentId'
  | 'totalAmount'
  | 'walletUsed'
  | 'flutterwaveAmount'
  | 'newWalletBalance'
  | 'groupBuysJoined'
  | 'groupBuys'
>;

export interface PaymentAttempt {
  /** The Idempotency-Key of its initialise; for a return without a row, the reference. */
  key: string;
  /** Null: came back in a context where nobody was signed in; the next sign-in claims it. */
  userId: string | null;
  state: AttemptState;
  reference: string | null;
  authorizationUrl: string | null;
  method: PaymentMethod | null;
  cartId: string | null;
  walletUse: number;
  totalAmount: number;
  hint: ReturnHint | null;
  result: AttemptResult | null;
  /** Reference of the attempt that this one took the place of. */
  supersedes: string | null;
  /** Key of the attempt that the shopper began in place of this one. */
  supersededBy?: string;
  /** The shopper saw the result. */
  acknowledged: boolean;
  /** Milliseconds of the phone's clock. */
  createdAt: number;
  updatedAt: number;
}

const FINAL: readonly AttemptState[] = ['confirmed', 'failed', 'cancelled', 'expired'];
const KEPT_AFTER_FINAL_MS = 7 * 24 * 60 * 60_000;
const OWNERLESS_KEPT_MS = 24 * 60 * 60_000;

export function isFinal(attempt: PaymentAttempt): boolean {
  return FINAL.includes(attempt.state);
}

/** True for a row whose time is over: a week after the verdict, a day for a return nobody claimed. */
export function isOutdated(attempt: PaymentAttempt, nowMs: number): boolean {
  const ageMs = nowMs - attempt.updatedAt;
  if (attempt.userId === null) return ageMs > OWNERLESS_KEPT_MS;
  return isFinal(attempt) && ageMs > KEPT_AFTER_FINAL_MS;
}

/** After a cancelled or failed return the shopper may pay again at once: the next attempt names this one. */
export function isGivenUp(attempt: PaymentAttempt): boolean {
  return attempt.hint === 'cancelled' || attempt.hint === 'failed';
}

/** Whether Pay gives way to Check, Resume and Pay another way, in every tab. */
export function isInTheWay(attempt: PaymentAttempt): boolean {
  return !isFinal(attempt) && !isGivenUp(attempt) && attempt.supersededBy === undefined;
}

/** Whether a verdict is awaited: the shopper was sent to the card page, or came back from it. */
export function isAwaited(attempt: PaymentAttempt): boolean {
  return !isFinal(attempt) && attempt.reference !== null && attempt.state !== 'initialising';
}

/** A change applied to a row. `confirmed` beats everything, whenever it arrives; nothing else leaves a verdict. */
export function changed(
  attempt: PaymentAttempt,
  change: Partial<PaymentAttempt>,
  nowMs: number,
): PaymentAttempt {
  const keepsState =
    change.state !== undefined &&
    change.state !== 'confirmed' &&
    (attempt.state === 'confirmed' || (isFinal(attempt) && !FINAL.includes(change.state)));
  // A verdict's own words and figures stay with it.
  if (keepsState)
    return { ...attempt, ...change, state: attempt.state, result: attempt.result, updatedAt: nowMs };
  return { ...attempt, ...change, updatedAt: nowMs };
}

/** @param key the Idempotency-Key, or the reference of a return without a row. */
export function blankAttempt(key: string, state: AttemptState, nowMs: number): PaymentAttempt {
  return {
    key,
    userId: null,
    state,
    reference: null,
    authorizationUrl: null,
    method: null,
    cartId: null,
    walletUse: 0,
    totalAmount: 0,
    hint: null,
    result: null,
    supersedes: null,
    acknowledged: false,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Key, reference, state and times; nothing that tells who bought what for how much. */
export function withoutAmounts(attempt: PaymentAttempt, holder: string): PaymentAttempt {
  const { authorizationUrl, method, cartId, walletUse, totalAmount, result } = blankAttempt('', 'created', 0);
  return { ...attempt, userId: holder, authorizationUrl, method, cartId, walletUse, totalAmount, result };
}

/** A row that something else damaged is no attempt. */
export function isAttempt(row: unknown): row is PaymentAttempt {
  const attempt = row as Partial<PaymentAttempt> | null;
  return (
    typeof attempt === 'object' &&
    attempt !== null &&
    (typeof attempt.userId === 'string' || attempt.userId === null) &&
    [attempt.key, attempt.state].every((part) => typeof part === 'string') &&
    [attempt.createdAt, attempt.updatedAt].every((part) => typeof part === 'number')
  );
}
