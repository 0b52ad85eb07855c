import { koboToNairaRoundedUp, nairaToKobo } from '#contract/rules/money/kobo.ts';
import { paymentTexts } from '#contract/texts.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../../db/lock-shopper.ts';
import { ensureLedgerAccountForCurrency } from '../../../ledger/account-repository.ts';
import type { RequireAmountApproval } from '../../../ledger/amount-approval.ts';
import { postToLedger } from '../../../ledger/ledger.ts';
import { notifyShopper } from '../../../outbox/outbox.ts';
import type { TransactionWithLedgerAccount } from '../settle/settle-repository.ts';
import * as rows from './unallocated-money-repository.ts';

interface ParkedMover {
  actor: string;
  requireAmountApproval: RequireAmountApproval;
}

/**
 * Returns the amount in naira, as kobo, to compare it with approval limits. An amount in another currency is infinite,
 * because its value in naira is unknown.
 */
export function getKoboToCompareWithApprovalLimit({
  amountKobo,
  currency,
}: {
  amountKobo: number;
  currency: string;
}): number {
  return currency === 'NGN' ? nairaToKobo(koboToNairaRoundedUp(amountKobo)) : Number.POSITIVE_INFINITY;
}

/**
 * Credits unallocated naira to a shopper's wallet and resolves the item. May be repeated.
 * @returns kobo moved now; null when nothing can be moved.
 * @source money.md, review_release
 */
export async function creditUnallocatedMoneyToWallet(
  tx: Queryable,
  transactionId: string,
  userId: string,
  { actor, requireAmountApproval }: ParkedMover,
): Promise<number | null> {
  if (!(await lockShopperRowEvenIfDeleted(tx, userId))) return null;
  const unallocated = await rows.lockUnallocatedMoney(tx, transactionId);
  if (unallocated?.currency !== 'NGN') return null;
  const { reference, amountKobo } = unallocated;
  await requireAmountApproval(tx, getKoboToCompareWithApprovalLimit(unallocated));
  await rows.markPaymentCreditedToWallet(tx, reference, userId);
  await postToLedger(tx, {
    kind: 'review_release',
    ref: transactionId,
    description: `Payment ${reference}`,
    metadata: { reference },
    actor,
    entries: [
      { account: 'suspense', amountKobo: -amountKobo },
      { account: `wallet:${userId}`, amountKobo },
    ],
  });
  await notifyShopper(tx, { fact: 'payment_credited', userId, reference, receivedKobo: amountKobo });
  await rows.closeTransactionReviewItem(tx, transactionId);
  return amountKobo;
}

/**
 * Records that the provider returns unallocated money, notifies the payer and resolves the item. May be repeated.
 * @returns the returned amount in hundredths of its currency; null when no money is left.
 * @source money.md, review_return
 */
export async function recordUnallocatedMoneyRefund(
  tx: Queryable,
  transactionId: string,
  { actor, requireAmountApproval }: ParkedMover,
): Promise<number | null> {
  const unallocated = await rows.lockUnallocatedMoney(tx, transactionId);
  if (!unallocated) return null;
  const { reference, amountKobo, currency } = unallocated;
  await requireAmountApproval(tx, getKoboToCompareWithApprovalLimit(unallocated));
  await postToLedger(tx, {
    kind: 'review_return',
    ref: transactionId,
    description: `Given back at the provider: ${transactionId}`,
    metadata: { reference, currency },
    actor,
    entries: [
      { account: await ensureLedgerAccountForCurrency(tx, 'suspense', currency), amountKobo: -amountKobo },
      { account: await ensureLedgerAccountForCurrency(tx, 'refunds:card', currency), amountKobo },
    ],
  });
  const userId = await rows.markPaymentRefundedToCard(tx, reference);
  if (userId) {
    const reason = paymentTexts.returned;
    await notifyShopper(tx, { fact: 'payment_failed', userId, reference, reason, end: 'returned' });
  }
  await rows.closeTransactionReviewItem(tx, transactionId);
  return amountKobo;
}

/**
 * Stores a transaction with an unknown reference and an item for the operator. Money is put in suspense.
 * @returns false when the transaction was already used, or is not successful.
 */
export function recordUnknownTransactionInSuspense(
  db: Database,
  transaction: TransactionWithLedgerAccount,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { isNew, isSuccess } = await rows.storeAndLockUnknownTransaction(tx, transaction);
    if (!isNew) return false;
    if (isSuccess) await rows.putUnknownTransactionInSuspense(tx, transaction.id);
    else await rows.insertUnknownTransactionItem(tx, transaction.id);
    return isSuccess;
  });
}
