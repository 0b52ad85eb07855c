import type { PaymentMethod, PaymentStatusReply } from '#contract/schemas/payment.ts';

/** The states of a payment attempt on this phone. Only the server's status is final. */

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

/**
 * The result in the address to which the card page sends the browser back. Anybody can write it, so it is only a hint.
 */
export type CardPageReturnStatus = 'success' | 'cancelled' | 'failed' | 'returned';

/** The fields of a payment's status that its result on the screen needs, amounts in whole naira. */
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
  /**
   * Idempotency key of the request that started the payment, or the payment reference when the phone had no stored
   * attempt.
   */
  key: string;
  /** Id of the payer; null: the shopper returned signed out. The next shopper who signs in becomes the owner. */
  userId: string | null;
  state: PaymentAttemptState;
  reference: string | null;
  authorizationUrl: string | null;
  method: PaymentMethod | null;
  cartId: string | null;
  walletUse: number;
  totalAmount: number;
  hint: CardPageReturnStatus | null;
  result: PaymentAttemptResult | null;
  /** Reference of the earlier attempt that this one replaces. */
  supersedes: string | null;
  /** Key of the later attempt that replaced this one. */
  supersededBy?: string;
  /** True: the shopper has seen the result, so it is not announced again. */
  acknowledged: boolean;
  /** Time of creation by the phone's clock in milliseconds. */
  createdAt: number;
  updatedAt: number;
}

const FINAL: readonly PaymentAttemptState[] = ['confirmed', 'failed', 'cancelled', 'expired'];
const KEPT_AFTER_FINAL_MS = 7 * 24 * 60 * 60_000;
const OWNERLESS_KEPT_MS = 24 * 60 * 60_000;

export function isAttemptFinished(attempt: PaymentAttempt): boolean {
  return FINAL.includes(attempt.state);
}

/**
 * True when the stored attempt may be deleted, a week after its final status. Without an owner it is a day after the
 * last change.
 */
export function isAttemptDeletable(attempt: PaymentAttempt, nowMs: number): boolean {
  const ageMs = nowMs - attempt.updatedAt;
  if (attempt.userId === null) return ageMs > OWNERLESS_KEPT_MS;
  return isAttemptFinished(attempt) && ageMs > KEPT_AFTER_FINAL_MS;
}

/** True after the card page reported a cancelled or failed payment. The shopper may pay again at once. */
export function isAttemptReportedUnpaid(attempt: PaymentAttempt): boolean {
  return attempt.hint === 'cancelled' || attempt.hint === 'failed';
}

/** True while every tab shows Check, Resume and Pay another way in place of Pay, so that nobody pays twice. */
export function doesAttemptBlockPayment(attempt: PaymentAttempt): boolean {
  return (
    !isAttemptFinished(attempt) && !isAttemptReportedUnpaid(attempt) && attempt.supersededBy === undefined
  );
}

/** True while the final status is unknown: the shopper went to the card page, or came back from it. */
export function isAttemptResultPending(attempt: PaymentAttempt): boolean {
  return !isAttemptFinished(attempt) && attempt.reference !== null && attempt.state !== 'initialising';
}

/** Applies a change to a stored attempt. `confirmed` always wins; any other final state stays. */
export function applyAttemptChange(
  attempt: PaymentAttempt,
  change: Partial<PaymentAttempt>,
  nowMs: number,
): PaymentAttempt {
  const keepsState =
    change.state !== undefined &&
    change.state !== 'confirmed' &&
    (attempt.state === 'confirmed' || (isAttemptFinished(attempt) && !FINAL.includes(change.state)));
  // An attempt that keeps its state also keeps its result, whose message and amounts belong to that state.
  if (keepsState)
    return { ...attempt, ...change, state: attempt.state, result: attempt.result, updatedAt: nowMs };
  return { ...attempt, ...change, updatedAt: nowMs };
}

/** @param key the idempotency key, or the payment reference when the phone has no stored attempt. */
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

/** Removes the purchase from the attempt, so that the next user of the phone learns nothing about it. */
export function anonymiseAttempt(attempt: PaymentAttempt, ownerHash: string): PaymentAttempt {
  const { authorizationUrl, method, cartId, walletUse, totalAmount, result } = createAttempt(
    '',
    'created',
    0,
  );
  return { ...attempt, userId: ownerHash, authorizationUrl, method, cartId, walletUse, totalAmount, result };
}

/** @returns true for a complete stored attempt; damaged ones are ignored. */
export function isValidStoredAttempt(row: unknown): row is PaymentAttempt {
  const attempt = row as Partial<PaymentAttempt> | null;
  return (
    typeof attempt === 'object' &&
    attempt !== null &&
    (typeof attempt.userId === 'string' || attempt.userId === null) &&
    [attempt.key, attempt.state].every((part) => typeof part === 'string') &&
    [attempt.createdAt, attempt.updatedAt].every((part) => typeof part === 'number')
  );
}
