import type { PaymentMethod, PaymentStatusReply } from '#contract/schemas/payment.ts';

/** Defines the states of a payment attempt on this phone. Only the server's status is final. Pure functions. */

export type PaymentAttemptState =
  | 'created'
  | 'initialising'
  | 'redirected'
  | 'returned'
  /** The server did not respond, so the payment may have started. */
  | 'unknown'
  | 'confirmed'
  | 'failed'
  | 'cancelled'
  | 'expired';

/** The return address claims this result, which is only a hint. */
export type PaymentReturnHint = 'success' | 'cancelled' | 'failed' | 'returned';

/** Selects the fields of the server's status that a result shows. Whole naira. */
export type PaymentAttemptResult = Pick<
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
  /** Idempotency key of the request that started the payment; without a stored row, the payment reference. */
  key: string;
  /** Id of the payer; null: the return came while signed out, and the next sign-in becomes the owner. */
  userId: string | null;
  state: PaymentAttemptState;
  reference: string | null;
  authorizationUrl: string | null;
  method: PaymentMethod | null;
  cartId: string | null;
  walletUse: number;
  totalAmount: number;
  hint: PaymentReturnHint | null;
  result: PaymentAttemptResult | null;
  /** Reference of the attempt that this one replaced. */
  supersedes: string | null;
  /** Key of the attempt that replaced this one. */
  supersededBy?: string;
  /** True: the shopper has seen the result. */
  acknowledged: boolean;
  /** Time of creation by the phone's clock in milliseconds. */
  createdAt: number;
  updatedAt: number;
}

const FINAL: readonly PaymentAttemptState[] = ['confirmed', 'failed', 'cancelled', 'expired'];
const KEPT_AFTER_FINAL_MS = 7 * 24 * 60 * 60_000;
const OWNERLESS_KEPT_MS = 24 * 60 * 60_000;

export function isAttemptFinal(attempt: PaymentAttempt): boolean {
  return FINAL.includes(attempt.state);
}

/** True a week after the final status, or after a day for a return that no shopper claimed. */
export function isAttemptExpired(attempt: PaymentAttempt, nowMs: number): boolean {
  const ageMs = nowMs - attempt.updatedAt;
  if (attempt.userId === null) return ageMs > OWNERLESS_KEPT_MS;
  return isAttemptFinal(attempt) && ageMs > KEPT_AFTER_FINAL_MS;
}

/** True after a cancelled or failed return: the shopper may pay again at once, and the next attempt names this one. */
export function isAttemptAbandoned(attempt: PaymentAttempt): boolean {
  return attempt.hint === 'cancelled' || attempt.hint === 'failed';
}

/** True when every tab shows Check, Resume and Pay another way in place of Pay. */
export function doesAttemptBlockPayment(attempt: PaymentAttempt): boolean {
  return !isAttemptFinal(attempt) && !isAttemptAbandoned(attempt) && attempt.supersededBy === undefined;
}

/** True while the final status is pending: the shopper went to the card page, or came back from it. */
export function isAttemptResultPending(attempt: PaymentAttempt): boolean {
  return !isAttemptFinal(attempt) && attempt.reference !== null && attempt.state !== 'initialising';
}

/** Applies a change to a row. `confirmed` always wins; otherwise a final state never changes. */
export function applyAttemptChange(
  attempt: PaymentAttempt,
  change: Partial<PaymentAttempt>,
  nowMs: number,
): PaymentAttempt {
  const keepsState =
    change.state !== undefined &&
    change.state !== 'confirmed' &&
    (attempt.state === 'confirmed' || (isAttemptFinal(attempt) && !FINAL.includes(change.state)));
  // The final result keeps its message and amounts.
  if (keepsState)
    return { ...attempt, ...change, state: attempt.state, result: attempt.result, updatedAt: nowMs };
  return { ...attempt, ...change, updatedAt: nowMs };
}

/** @param key the Idempotency-Key, or the reference of a return without a row. */
export function createAttempt(key: string, state: PaymentAttemptState, nowMs: number): PaymentAttempt {
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

/** Keeps key, reference, state and times, and drops everything about the purchase. */
export function anonymiseAttempt(attempt: PaymentAttempt, holder: string): PaymentAttempt {
  const { authorizationUrl, method, cartId, walletUse, totalAmount, result } = createAttempt(
    '',
    'created',
    0,
  );
  return { ...attempt, userId: holder, authorizationUrl, method, cartId, walletUse, totalAmount, result };
}

/** @returns true for a complete row; damaged rows are ignored. */
export function isPaymentAttemptRow(row: unknown): row is PaymentAttempt {
  const attempt = row as Partial<PaymentAttempt> | null;
  return (
    typeof attempt === 'object' &&
    attempt !== null &&
    (typeof attempt.userId === 'string' || attempt.userId === null) &&
    [attempt.key, attempt.state].every((part) => typeof part === 'string') &&
    [attempt.createdAt, attempt.updatedAt].every((part) => typeof part === 'number')
  );
}
