import type { Database } from '../../../db/database.ts';
import type { PaymentProvider, ProviderTransaction, ReversalKind } from '../../../provider/provider.ts';
import { endAttempt, failAttempt, lockPayment } from '../payment-attempts-repository.ts';
import { readPages } from '../reconciliation/provider-pages.ts';
import { shiftDay } from '../reconciliation/recon-days.ts';
import { lagosToday } from '../reconciliation/recon-repository.ts';
import { findSettledAmong } from '../reversals/reversals-repository.ts';
import { parkUnknown } from '../unallocated/parked-money.ts';
import { keepUnsettled, type SettleResult, settle } from './settle-repository.ts';

export interface VerifyDeps {
  db: Database;
  provider: PaymentProvider;
  groupWindowHours: number;
  /** Told once of a paid order that the database refused: its money is credit or in review. Absent: nobody listens. */
  onOrderFailed?: (transactionId: string, reference: string) => void;
  /** Told once of a chargeback, or of a refund that no wallet has covered. Absent: nobody listens. */
  onReversal?: (reversal: TroublingReversal) => void;
}

/** Money that a card got back and an operator must look at. */
export interface TroublingReversal {
  kind: ReversalKind;
  id: string;
  transactionId: string;
  amountKobo: number;
  /** Not covered by what the shopper had been given for the same money. */
  lossKobo: number;
}

/** What the provider knows of a reference, after every success that was found has been settled. */
export interface Verification {
  seen: 'successful' | 'pending' | 'failed' | 'nothing' | 'unknown';
  /** The provider's words for a decline. */
  reason?: string;
}

/** The clearest news first: one success outweighs any number of failed tries. */
const WEIGHT = { successful: 4, pending: 3, unknown: 2, failed: 1, nothing: 0 };

/**
 * Asks the provider about a reference and settles what it says. Called by callback, poller and status call alike.
 * No connection is held while the provider is asked.
 *
 * @param transactionId a transaction that somebody named. It is asked for first, since one reference may have
 *   several; it counts only if the provider says that it belongs to this reference.
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

/** Settles every success that the provider lists for a reference: the second one of who paid twice, too. */
export async function settleListed(deps: VerifyDeps, reference: string): Promise<void> {
  const today = await lagosToday(deps.db);
  const days = { fromDay: shiftDay(today, -LISTED_DAYS), toDay: shiftDay(today, 1) };
  const { rows } = await readPages((page) => deps.provider.list({ ...days, page, reference }));
  const paid = rows.filter((one) => one.status === 'successful' && one.reference === reference);
  const settled = await findSettledAmong(
    deps.db,
    paid.map(({ id }) => id),
  );
  for (const one of paid) if (!settled.has(one.id)) await settleTransaction(deps, one);
}

/** Asks about a success that was kept because it could not be settled, and settles what the provider says of it now. */
export async function settleKept(deps: VerifyDeps, transactionId: string): Promise<void> {
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
 * Settles a verified transaction; money for a reference that is none of ours is kept for the operator.
 *
 * @throws what settling threw; a success is kept then, for the laws and the next try.
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
    if (settled.result === 'unknown_reference') await parkUnknown(deps.db, received);
    if ('reason' in settled && settled.reason === 'order_failed') {
      deps.onOrderFailed?.(transaction.id, transaction.reference);
    }
    return settled;
  } catch (error) {
    // A database that takes nothing now takes this neither; what settling threw is the news.
    if (transaction.status === 'successful') await keepUnsettled(deps.db, received).catch(() => undefined);
    throw error;
  }
}

/**
 * Ends a live attempt as the browser says, once the provider agrees: cancelled when no money came or is coming,
 * failed when a try failed. Money that arrives later is still settled. @source payments.md, settle
 */
export async function endAsReturned(
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
