import type { Database } from '../../../db/database.ts';
import type { PaymentProvider, ProviderTransaction, ReversalKind } from '../../../provider/provider.ts';
import { endAttempt, failAttempt, lockPayment } from '../payment-attempts-repository.ts';
import { addDays } from '../reconciliation/add-days.ts';
import { readAllPages } from '../reconciliation/provider-pages.ts';
import { lagosToday } from '../reconciliation/reconciliation-repository.ts';
import { findSettledTransactionIds } from '../reversals/reversals-repository.ts';
import { holdUnknownTransaction } from '../unallocated/unallocated-money.ts';
import { type SettleResult, settle, storeUnsettledTransaction } from './settle-repository.ts';

export interface VerifyDeps {
  db: Database;
  provider: PaymentProvider;
  groupWindowHours: number;
  /** Called once for a paid order that the database rejected; its money is credited or in review. */
  onOrderFailed?: (transactionId: string, reference: string) => void;
  /** Called once for a chargeback, or a refund that no wallet has covered. */
  onReversal?: (reversal: FailedReversal) => void;
}

export interface FailedReversal {
  kind: ReversalKind;
  id: string;
  transactionId: string;
  amountKobo: number;
  /** Amount not covered by the wallet's credits for the same money. */
  lossKobo: number;
}

/** The provider's information on a reference. Every success in it was settled. */
export interface Verification {
  seen: 'successful' | 'pending' | 'failed' | 'nothing' | 'unknown';
  reason?: string;
}

/** The most definite status wins: one success outweighs any number of failed payments. */
const WEIGHT = { successful: 4, pending: 3, unknown: 2, failed: 1, nothing: 0 };

/**
 * Queries the provider about a reference and settles the result, for callback, poller and status call. No database
 * connection is held during the query.
 *
 * @param transactionId a reported transaction. It is queried first, since a reference may have several, and counts only
 * if the provider confirms this reference.
 */
export async function verifyAndSettle(
  deps: VerifyDeps,
  reference: string,
  transactionId?: string,
): Promise<Verification> {
  const named = transactionId === undefined ? null : await verifyNamed(deps, reference, transactionId);
  if (named?.seen === 'successful') return named;
  const found = await deps.provider.verify(reference);
  const best = found.ok ? await digest(deps, reference, found.transaction) : UNKNOWN;
  return named && WEIGHT[named.seen] > WEIGHT[best.seen] ? named : best;
}

/** Settles every success that the provider lists for a reference, including a second payment. */
export async function settleAllSuccesses(deps: VerifyDeps, reference: string): Promise<void> {
  const today = await lagosToday(deps.db);
  const days = { fromDay: addDays(today, -LISTED_DAYS), toDay: addDays(today, 1) };
  const { rows } = await readAllPages((page) => deps.provider.list({ ...days, page, reference }));
  const paid = rows.filter((one) => one.status === 'successful' && one.reference === reference);
  const settled = await findSettledTransactionIds(
    deps.db,
    paid.map(({ id }) => id),
  );
  for (const one of paid) if (!settled.has(one.id)) await settleTransaction(deps, one);
}

/** Queries a success that could not be settled before, and settles its current state. */
export async function settleStoredTransaction(deps: VerifyDeps, transactionId: string): Promise<void> {
  const found = await deps.provider.verifyById(transactionId);
  if (found.ok && found.transaction) await settleTransaction(deps, found.transaction);
}

const LISTED_DAYS = 3;
const UNKNOWN: Verification = { seen: 'unknown' };

async function verifyNamed(
  deps: VerifyDeps,
  reference: string,
  transactionId: string,
): Promise<Verification | null> {
  const found = await deps.provider.verifyById(transactionId);
  if (!found.ok) return UNKNOWN;
  return found.transaction?.reference === reference ? digest(deps, reference, found.transaction) : null;
}

async function digest(
  deps: VerifyDeps,
  reference: string,
  transaction: ProviderTransaction | null,
): Promise<Verification> {
  if (!transaction) return { seen: 'nothing' };
  await settleTransaction(deps, { ...transaction, reference });
  return { seen: transaction.status, ...(transaction.reason ? { reason: transaction.reason } : {}) };
}

/**
 * Settles a verified transaction. Money for an unknown reference is stored for the operator.
 *
 * @throws the error of settling; a success is then stored for invariants and retries.
 */
export async function settleTransaction(
  deps: VerifyDeps,
  transaction: ProviderTransaction,
): Promise<SettleResult> {
  const received = { ...transaction, account: deps.provider.accountCode };
  try {
    const settled = await settle(deps.db, transaction.reference, received, {
      windowHours: deps.groupWindowHours,
    });
    if (settled.result === 'unknown_reference') await holdUnknownTransaction(deps.db, received);
    if ('reason' in settled && settled.reason === 'order_failed') {
      deps.onOrderFailed?.(transaction.id, transaction.reference);
    }
    return settled;
  } catch (error) {
    // Storing may fail for the same reason; the caller needs the first error.
    if (transaction.status === 'successful')
      await storeUnsettledTransaction(deps.db, received).catch(() => undefined);
    throw error;
  }
}

/**
 * Ends a live attempt as the browser reports, once the provider agrees: cancelled when no money came or is pending,
 * failed when a payment failed. Money that arrives later is still settled. @source payments.md, settle
 */
export async function endAttemptAsReturned(
  deps: VerifyDeps,
  reference: string,
  flag: 'cancelled' | 'failed',
  verification: Verification,
): Promise<void> {
  const agreeing = flag === 'cancelled' ? ['nothing', 'failed'] : ['failed'];
  if (!agreeing.includes(verification.seen)) return;
  await deps.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, reference);
    if (!payment) return;
    if (flag === 'cancelled') await endAttempt(tx, payment.id, 'cancelled');
    else await failAttempt(tx, payment.id, verification.reason ?? payment.failure ?? NO_REASON);
  });
}

const NO_REASON = 'The payment was not completed';
