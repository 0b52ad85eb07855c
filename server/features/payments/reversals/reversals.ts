import type { Queryable } from '../../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../../db/lock-shopper.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../../ledger/amount-approval.ts';
import { postToLedger } from '../../../ledger/ledger.ts';
import { createErrorCollector } from '../../../lib/error-collector.ts';
import type { ProviderReversal, ReversalKind } from '../../../provider/provider.ts';
import { returnFailedCardRefundToWallet } from '../card-refunds/card-refund-return.ts';
import {
  type CardRefundRow,
  matchCardRefundToProviderRefund,
  setCardRefundResult,
} from '../card-refunds/card-refunds-repository.ts';
import { fetchAllProviderListRows } from '../reconciliation/provider-list-rows.ts';
import {
  type PaymentVerificationDeps,
  type ReversalLoss,
  settleVerifiedTransaction,
} from '../settle/verify-service.ts';
import { recordUnallocatedMoneyRefund } from '../unallocated/unallocated-money.ts';
import { lockUnallocatedMoney } from '../unallocated/unallocated-money-repository.ts';
import { ensureReversalLossLedgerAccount, splitReversalByLedgerAccount } from './reversal-accounts.ts';
import {
  closeReversalReviewItem,
  filterChangedProviderReversals,
  filterSettledTransactionIds,
  findKoboToDebitForReversal,
  findPayerIdOfTransaction,
  findProviderReversalForUpdate,
  findReversalsToDebitSince,
  findShopperReversalsToDebit,
  findTimeSinceLastReversalDebit,
  insertProviderReversal,
  insertReversalReviewItem,
  type ProviderReversalRow,
  saveReversalDebitTime,
  sumRefundedUnallocatedKobo,
  updateProviderReversal,
} from './reversals-repository.ts';

export interface UnrecordedProviderListRow {
  kind: ReversalKind | 'settlement';
  id: string;
  theirs: unknown;
  error: unknown;
}

/**
 * Records the provider's new refunds and chargebacks in the ledger.
 * @param fromDay first day of the period in which they began, `YYYY-MM-DD`.
 * @returns losses that an operator must check, rows that cannot be read, and reversals that could not be recorded.
 * @throws when a list cannot be read; reversals recorded before it remain.
 * @source money.md, money that goes back to cards
 */
export async function fetchAndRecordReversals(
  deps: PaymentVerificationDeps,
  fromDay: string,
  toDay: string,
): Promise<{ troubles: ReversalLoss[]; unreadable: string[]; failures: UnrecordedProviderListRow[] }> {
  const troubles: ReversalLoss[] = [];
  const unreadable: string[] = [];
  const failures: UnrecordedProviderListRow[] = [];
  for (const kind of ['refund', 'chargeback'] as const) {
    const listed = await fetchAllProviderListRows((page) =>
      deps.provider.listReversals(kind, { fromDay, toDay, page }),
    );
    unreadable.push(...listed.unreadable.map((name) => `${kind} ${name}`));
    const news = await filterChangedProviderReversals(deps.db, listed.rows);
    const settled = await filterSettledTransactionIds(
      deps.db,
      news.map(({ transactionId }) => transactionId),
    );
    for (const theirs of news) {
      try {
        if (!settled.has(theirs.transactionId)) await settleFirst(deps, theirs);
        const trouble = await recordReversalInLedger(deps, theirs);
        if (trouble) troubles.push(trouble);
      } catch (error) {
        failures.push({ kind, id: theirs.id, theirs, error });
      }
    }
  }
  for (const trouble of troubles) deps.onReversal?.(trouble);
  return { troubles, unreadable, failures };
}

/**
 * Settles the payment before its refund or chargeback, because a reversal is recorded only against a settled payment.
 */
async function settleFirst(
  deps: PaymentVerificationDeps,
  { transactionId }: ProviderReversal,
): Promise<void> {
  const found = await deps.provider.verifyById(transactionId);
  if (!found.ok) throw new Error(found.reason);
  if (found.transaction) await settleVerifiedTransaction(deps, found.transaction);
}

/**
 * Records the provider's current state of a reversal in the ledger; idempotent.
 * @returns null when no operator needs to check it.
 */
export function recordReversalInLedger(
  { db, provider }: PaymentVerificationDeps,
  reported: ProviderReversal,
): Promise<ReversalLoss | null> {
  return db.transaction(async (tx) => {
    const userId = await findPayerIdOfTransaction(tx, reported.transactionId);
    if (userId) await lockShopperRowEvenIfDeleted(tx, userId);
    const stored = await insertProviderReversal(tx, reported, { account: provider.accountCode, userId });
    const own = await matchCardRefundToProviderRefund(tx, reported);
    if (stored.status === 'pending' && reported.status === 'taken') return take(tx, stored, own);
    if (stored.status !== 'undone' && reported.status === 'undone') await undo(tx, stored, own);
    return null;
  });
}

async function take(
  tx: Queryable,
  stored: ProviderReversalRow,
  own: CardRefundRow | null,
): Promise<ReversalLoss | null> {
  const { kind, id, transactionId, amountKobo, account } = stored;
  const unallocated = await lockUnallocatedMoney(tx, transactionId);
  if (unallocated?.amountKobo === amountKobo)
    await recordUnallocatedMoneyRefund(tx, transactionId, UNLIMITED_SYSTEM_ACTOR);
  const returnedKobo =
    own?.status === 'sent' ? own.amountKobo : await sumRefundedUnallocatedKobo(tx, transactionId);
  const collectedKobo = Math.min(returnedKobo, amountKobo);
  await postToLedger(tx, {
    kind: 'reversal',
    ref: `${kind}:${id}`,
    description: `Transaction ${transactionId}`,
    actor: 'system',
    entries: [
      ...(await splitReversalByLedgerAccount(tx, stored, collectedKobo)).map((part) => ({
        ...part,
        amountKobo: -part.amountKobo,
      })),
      { account, amountKobo },
    ],
  });
  if (own?.status === 'sent') await setCardRefundResult(tx, own.id, 'done');
  const taken = { ...stored, status: 'taken' as const, collectedKobo };
  await updateProviderReversal(tx, taken);
  const covered = await collect(tx, taken);
  const lossKobo = amountKobo - covered.collectedKobo;
  if (kind === 'refund' && lossKobo === 0) return null;
  await insertReversalReviewItem(
    tx,
    covered,
    `${lossKobo / 100} of ${amountKobo / 100} are not covered by the wallet`,
  );
  return { kind, id, transactionId, amountKobo, lossKobo };
}

/** Debits the wallet up to its credits for the same payment. The caller has locked the rows of payer and reversal. */
async function collect(tx: Queryable, taken: ProviderReversalRow): Promise<ProviderReversalRow> {
  const { kind, id, userId, transactionId } = taken;
  const kobo = userId ? await findKoboToDebitForReversal(tx, taken) : 0;
  if (kobo === 0) return taken;
  await postToLedger(tx, {
    kind: 'reversal_collected',
    ref: `${kind}:${id}:${taken.collectedKobo}`,
    description: `Transaction ${transactionId}`,
    actor: 'system',
    entries: [
      { account: `wallet:${userId}`, amountKobo: -kobo },
      { account: await ensureReversalLossLedgerAccount(tx, taken), amountKobo: kobo },
    ],
  });
  const collected = { ...taken, collectedKobo: taken.collectedKobo + kobo };
  await updateProviderReversal(tx, collected);
  if (kind === 'refund' && collected.collectedKobo === collected.amountKobo) {
    await closeReversalReviewItem(tx, collected, 'taken from the wallet');
  }
  return collected;
}

/** Cancels the posting of a refund that failed or a dispute that the shop won. */
async function undo(tx: Queryable, stored: ProviderReversalRow, own: CardRefundRow | null): Promise<void> {
  const { kind, id, userId, transactionId, amountKobo, account, collectedKobo } = stored;
  const posting = { ref: `${kind}:${id}`, description: `Transaction ${transactionId}`, actor: 'system' };
  await updateProviderReversal(tx, { ...stored, status: 'undone', collectedKobo: 0 });
  // Money that was returned to its card before it became an order was never in a wallet, so none was debited.
  const wasReturned = (await sumRefundedUnallocatedKobo(tx, transactionId)) > 0;
  if (stored.status === 'taken') {
    await postToLedger(tx, {
      ...posting,
      kind: 'reversal_undone',
      entries: [
        { account, amountKobo: -amountKobo },
        ...(await splitReversalByLedgerAccount(tx, stored, wasReturned ? collectedKobo : 0)),
      ],
    });
  }
  if (own && own.status !== 'failed')
    return returnFailedCardRefundToWallet(tx, own, 'the provider could not send it');
  if (wasReturned) {
    const note =
      kind === 'refund'
        ? 'the refund failed: refund the money again'
        : 'the money came back: refund it to the card';
    return insertReversalReviewItem(tx, stored, note);
  }
  if (userId && collectedKobo > 0) {
    const isHere = await lockShopperRowEvenIfDeleted(tx, userId);
    await postToLedger(tx, {
      ...posting,
      kind: 'reversal_credited',
      entries: [
        { account: await ensureReversalLossLedgerAccount(tx, stored), amountKobo: -collectedKobo },
        { account: isHere ? `wallet:${userId}` : 'promo:goodwill', amountKobo: collectedKobo },
      ],
    });
  }
  await closeReversalReviewItem(tx, stored, 'the money came back');
}

/**
 * Debits a shopper's wallet for money that the shopper also got back on the card. The caller must have locked the
 * shopper's row.
 */
export async function debitWalletForReversals(tx: Queryable, userId: string): Promise<void> {
  for (const due of await findShopperReversalsToDebit(tx, userId)) {
    const stored = await findProviderReversalForUpdate(tx, due);
    if (stored?.status === 'taken') await collect(tx, stored);
  }
}

const COLLECTED_AT_ONCE = 100;

/**
 * Debits wallets for refunds and chargebacks whose money the shopper has twice, in the wallet and on the card. Only
 * wallets that gained spendable money since the last complete run are checked.
 */
export async function debitWalletsForOpenReversals({
  db,
}: Pick<PaymentVerificationDeps, 'db'>): Promise<void> {
  const shoppers = createErrorCollector('some wallets could not give what a card had got');
  const { now, since } = await findTimeSinceLastReversalDebit(db);
  const found = await findReversalsToDebitSince(db, since, COLLECTED_AT_ONCE);
  for (const { userId } of found) {
    await shoppers.run(() =>
      db.transaction(async (tx) => {
        await lockShopperRowEvenIfDeleted(tx, userId);
        await debitWalletForReversals(tx, userId);
      }),
    );
  }
  shoppers.end();
  if (found.length < COLLECTED_AT_ONCE) await saveReversalDebitTime(db, now);
}
