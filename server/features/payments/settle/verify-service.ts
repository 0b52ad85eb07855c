import type { Database } from '../../../db/database.ts';
import type { PaymentProvider, ProviderTransaction, ReversalKind } from '../../../provider/provider.ts';
import {
  endPaymentAttempt,
  failPaymentAttempt,
  lockPaymentAndShopper,
} from '../payment-attempts-repository.ts';
import { addDaysToIsoDate } from '../reconciliation/add-days.ts';
import { fetchAllProviderListRows } from '../reconciliation/provider-list-rows.ts';
import { findCurrentLagosDay } from '../reconciliation/reconciliation-repository.ts';
import { filterSettledTransactionIds } from '../reversals/reversals-repository.ts';
import { recordUnknownTransactionInSuspense } from '../unallocated/unallocated-money.ts';
import { type SettlePaymentResult, settlePayment, storeUnsettledTransaction } from './settle-repository.ts';

export interface PaymentVerificationDeps {
  db: Database;
  provider: PaymentProvider;
  groupWindowHours: number;
  /** Called once when the database refused a paid order, whose money is in the wallet or waits for an operator. */
  onOrderFailed?: (transactionId: string, reference: string) => void;
  /** Called once for each chargeback, and for each refund that no wallet has covered. */
  onReversal?: (reversal: ReversalLoss) => void;
}

export interface ReversalLoss {
  kind: ReversalKind;
  id: string;
  transactionId: string;
  amountKobo: number;
  /** Loss in kobo: the amount minus what the wallets credited by the same payment have paid back. */
  lossKobo: number;
}

/**
 * What the provider knows about a reference. The result is returned after all its successful transactions were settled.
 */
export interface PaymentVerificationResult {
  seen: 'successful' | 'pending' | 'failed' | 'nothing' | 'unknown';
  reason?: string;
}

/**
 * Rank of each transaction status. If a reference has several transactions, the highest rank counts: a success before
 * failures.
 */
const WEIGHT = { successful: 4, pending: 3, unknown: 2, failed: 1, nothing: 0 };

/**
 * Queries the provider about a reference and settles the result. No database connection is held during the query.
 * @param transactionId a reported transaction, which counts only if the provider confirms this reference.
 */
export async function verifyAndSettlePayment(
  deps: PaymentVerificationDeps,
  reference: string,
  transactionId?: string,
): Promise<PaymentVerificationResult> {
  const named = transactionId === undefined ? null : await verifyNamed(deps, reference, transactionId);
  if (named?.seen === 'successful') return named;
  const found = await deps.provider.verify(reference);
  const best = found.ok ? await digest(deps, reference, found.transaction) : UNKNOWN;
  return named && WEIGHT[named.seen] > WEIGHT[best.seen] ? named : best;
}

/** Settles every success that the provider lists for a reference, including a second payment. */
export async function settleSuccessfulTransactionsOfPayment(
  deps: PaymentVerificationDeps,
  reference: string,
): Promise<void> {
  const today = await findCurrentLagosDay(deps.db);
  const days = { fromDay: addDaysToIsoDate(today, -LISTED_DAYS), toDay: addDaysToIsoDate(today, 1) };
  const { rows } = await fetchAllProviderListRows((page) => deps.provider.list({ ...days, page, reference }));
  const paid = rows.filter((one) => one.status === 'successful' && one.reference === reference);
  const settled = await filterSettledTransactionIds(
    deps.db,
    paid.map(({ id }) => id),
  );
  for (const one of paid) if (!settled.has(one.id)) await settleVerifiedTransaction(deps, one);
}

/** Tries again to settle a stored transaction, by its current state at the provider instead of the stored one. */
export async function settleStoredTransaction(
  deps: PaymentVerificationDeps,
  transactionId: string,
): Promise<void> {
  const found = await deps.provider.verifyById(transactionId);
  if (found.ok && found.transaction) await settleVerifiedTransaction(deps, found.transaction);
}

const LISTED_DAYS = 3;
const UNKNOWN: PaymentVerificationResult = { seen: 'unknown' };

async function verifyNamed(
  deps: PaymentVerificationDeps,
  reference: string,
  transactionId: string,
): Promise<PaymentVerificationResult | null> {
  const found = await deps.provider.verifyById(transactionId);
  if (!found.ok) return UNKNOWN;
  return found.transaction?.reference === reference ? digest(deps, reference, found.transaction) : null;
}

async function digest(
  deps: PaymentVerificationDeps,
  reference: string,
  transaction: ProviderTransaction | null,
): Promise<PaymentVerificationResult> {
  if (!transaction) return { seen: 'nothing' };
  await settleVerifiedTransaction(deps, { ...transaction, reference });
  return { seen: transaction.status, ...(transaction.reason ? { reason: transaction.reason } : {}) };
}

/**
 * Settles a verified transaction. Money for an unknown reference is stored for the operator.
 * @throws the error of settling, with the transaction stored for another try.
 */
export async function settleVerifiedTransaction(
  deps: PaymentVerificationDeps,
  transaction: ProviderTransaction,
): Promise<SettlePaymentResult> {
  const received = { ...transaction, account: deps.provider.accountCode };
  try {
    const settled = await settlePayment(deps.db, transaction.reference, received, {
      windowHours: deps.groupWindowHours,
    });
    if (settled.result === 'unknown_reference') await recordUnknownTransactionInSuspense(deps.db, received);
    if ('reason' in settled && settled.reason === 'order_failed') {
      deps.onOrderFailed?.(transaction.id, transaction.reference);
    }
    return settled;
  } catch (error) {
    // If storing fails too, its error is ignored, because the caller needs the first error.
    if (transaction.status === 'successful')
      await storeUnsettledTransaction(deps.db, received).catch(() => undefined);
    throw error;
  }
}

/**
 * Ends an open payment attempt as the browser reports, if the provider confirms the report.
 * @source payments.md, settle
 */
export async function endPaymentAttemptOnCardPageReturn(
  deps: PaymentVerificationDeps,
  reference: string,
  flag: 'cancelled' | 'failed',
  verification: PaymentVerificationResult,
): Promise<void> {
  const agreeing = flag === 'cancelled' ? ['nothing', 'failed'] : ['failed'];
  if (!agreeing.includes(verification.seen)) return;
  await deps.db.transaction(async (tx) => {
    const payment = await lockPaymentAndShopper(tx, reference);
    if (!payment) return;
    if (flag === 'cancelled') await endPaymentAttempt(tx, payment.id, 'cancelled');
    else await failPaymentAttempt(tx, payment.id, verification.reason ?? payment.failure ?? NO_REASON);
  });
}

const NO_REASON = 'The payment was not completed';
