import { setTimeout as pause } from 'node:timers/promises';
import { screenPathPatterns } from '#contract/addresses.ts';
import type { InitializePaymentReply, PaymentStatusReply } from '#contract/schemas/payment.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { Clock } from '../../lib/clock.ts';
import type { CheckoutReturnParams } from '../../provider/provider.ts';
import {
  buildPaymentReturnUrl,
  createCompletedPaymentReply,
  createPaymentStatusReply,
} from './payment-presentation.ts';
import type { PaymentRecord } from './payment-record.ts';
import * as rows from './payments-repository.ts';
import { isPaymentReference } from './reference.ts';
import {
  endPaymentAttemptOnCardPageReturn,
  type PaymentVerificationDeps,
  type PaymentVerificationResult,
  verifyAndSettlePayment,
} from './settle/verify-service.ts';

/** Only the reference is stored for a payment from the wallet alone; a repeat reads the rest from the payment. */
export interface StoredWalletPaymentReply {
  paidReference: string;
}

export interface PaymentReplyDeps {
  readBalance: (db: Queryable, userId: string) => Promise<number>;
  publicUrl: string;
}

export async function loadCompletedPaymentReply(
  { readBalance, publicUrl }: PaymentReplyDeps,
  db: Queryable,
  reference: string,
): Promise<InitializePaymentReply> {
  const payment = await rows.findPaymentWithGroups(db, reference);
  if (!payment) throw new Error('the payment is gone');
  const balanceKobo = await readBalance(db, payment.userId);
  return createCompletedPaymentReply(
    payment,
    { balanceKobo, groups: payment.groups },
    buildPaymentReturnUrl(payment, publicUrl),
  );
}

/** Builds the reply to a repeated request: the stored reply, or one from the payment's current state. */
export async function buildReplyToRepeatedPaymentRequest(
  deps: PaymentReplyDeps,
  db: Queryable,
  stored: unknown,
): Promise<InitializePaymentReply> {
  const body = stored as InitializePaymentReply | StoredWalletPaymentReply;
  return 'paidReference' in body ? loadCompletedPaymentReply(deps, db, body.paidReference) : body;
}

/**
 * Reads the status of one of the shopper's payments, and first queries the provider while money may still arrive.
 * @param mayAsk returns false when this shopper has used up the allowed queries. `onFailure` is called when settling
 * failed.
 * @throws {DomainError} 404 when this shopper has no payment with the reference.
 */
export async function readPaymentStatus(
  deps: PaymentVerificationDeps & Pick<PaymentReplyDeps, 'readBalance'> & { clock: Clock },
  userId: string,
  reference: string,
  { mayAsk, onFailure }: { mayAsk: () => Promise<boolean>; onFailure: (error: unknown) => void },
): Promise<PaymentStatusReply> {
  let payment = await findOwn(deps, userId, reference);
  if (
    payment.outcome === null &&
    (await mayAsk()) &&
    (await rows.claimPaymentStatusCheck(deps.db, reference))
  ) {
    await verifyAndSettlePayment(deps, reference).catch(onFailure);
    payment = await findOwn(deps, userId, reference);
  }
  const balanceKobo = await deps.readBalance(deps.db, userId);
  return createPaymentStatusReply(payment, { balanceKobo, groups: payment.groups }, deps.clock.now());
}

async function findOwn(
  deps: PaymentVerificationDeps,
  userId: string,
  reference: string,
): Promise<rows.PaymentWithGroups> {
  const payment = isPaymentReference(reference) ? await rows.findPaymentWithGroups(deps.db, reference) : null;
  if (payment?.userId !== userId) throw new DomainError('payment_not_found');
  return payment;
}

const VERIFY_CAP_MS = 8_000;
/** Longest wait for a turn to query the provider about a payment: longer than the 3 s between two queries. */
const TURN_WAIT_MS = 3_500;
const TURN_LOOK_MS = 500;
const NOT_ASKED: PaymentVerificationResult = { seen: 'unknown' };

/**
 * Settles the payment when the browser returns from the card page. Queries are limited, because anybody can call this.
 * @param mayAsk false: the provider is not queried now.
 * @returns the shop URL to open, with flags for the app; for an unknown reference the cart's URL.
 */
export async function settlePaymentOnCardPageReturn(
  deps: PaymentVerificationDeps,
  returned: CheckoutReturnParams,
  { publicUrl, mayAsk }: { publicUrl: string; mayAsk: boolean },
): Promise<string> {
  const { reference, transactionId, flag } = returned;
  const payment = isPaymentReference(reference) ? await rows.findPayment(deps.db, reference) : null;
  if (!payment) return new URL(`${screenPathPatterns.cart}?returned=true`, publicUrl).href;
  const verification = mayAsk
    ? await withinCap(queryProviderInTurn(deps, payment, transactionId))
    : NOT_ASKED;
  if (flag) await endPaymentAttemptOnCardPageReturn(deps, reference, flag, verification);
  return buildPaymentReturnUrl((await rows.findPayment(deps.db, reference)) ?? payment, publicUrl);
}

/** Queries the provider about an open payment or an unknown transaction, at most once in 3 s for all callers. */
async function queryProviderInTurn(
  deps: PaymentVerificationDeps,
  payment: PaymentRecord,
  transactionId: string | undefined,
): Promise<PaymentVerificationResult> {
  if (payment.method === 'wallet_only') return NOT_ASKED;
  const isNews = transactionId !== undefined && !(await rows.isTransactionSettled(deps.db, transactionId));
  if (payment.outcome !== null && !isNews) return NOT_ASKED;
  if (!(await waitForTurn(deps, payment))) return NOT_ASKED;
  return verifyAndSettlePayment(deps, payment.reference, isNews ? transactionId : undefined);
}

/**
 * Waits until this caller may query the provider.
 * @returns false when another caller has settled the payment, or when the longest wait is over.
 */
async function waitForTurn(
  { db }: PaymentVerificationDeps,
  { reference, outcome }: PaymentRecord,
): Promise<boolean> {
  const isSettled = outcome !== null;
  for (let waitedMs = 0; waitedMs <= TURN_WAIT_MS; waitedMs += TURN_LOOK_MS) {
    if (await rows.claimPaymentStatusCheck(db, reference, isSettled)) return true;
    await pause(TURN_LOOK_MS);
    if (!isSettled && (await rows.findPayment(db, reference))?.outcome) return false;
  }
  return false;
}

/** Limits the shopper's wait to 8 s, after which the result counts as unknown. A later result is still settled. */
async function withinCap(asking: Promise<PaymentVerificationResult>): Promise<PaymentVerificationResult> {
  let timer: NodeJS.Timeout | undefined;
  const cap = new Promise<PaymentVerificationResult>((resolve) => {
    timer = setTimeout(() => resolve({ seen: 'unknown' }), VERIFY_CAP_MS);
  });
  // An error counts as an unknown result, because the shopper must return to the shop, which polls the status.
  const answer = asking.catch((): PaymentVerificationResult => ({ seen: 'unknown' }));
  return Promise.race([answer, cap]).finally(() => clearTimeout(timer));
}
