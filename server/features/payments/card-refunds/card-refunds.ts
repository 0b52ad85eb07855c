import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { writeAuditEntry } from '../../../audit/audit-log.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { lockShopperRowEvenIfDeleted } from '../../../db/lock-shopper.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import type { RequireAmountApproval } from '../../../ledger/amount-approval.ts';
import { postToLedger } from '../../../ledger/ledger.ts';
import { createErrorCollector, type ErrorCollector } from '../../../lib/error-collector.ts';
import { addDaysToIsoDate } from '../reconciliation/add-days.ts';
import { findCurrentLagosDay } from '../reconciliation/reconciliation-repository.ts';
import { fetchAndRecordReversals, recordReversalInLedger } from '../reversals/reversals.ts';
import type { PaymentVerificationDeps } from '../settle/verify-service.ts';
import { returnFailedCardRefundToWallet } from './card-refund-return.ts';
import * as rows from './card-refunds-repository.ts';

export interface CardRefundRequest {
  reference: string;
  /** Amount in kobo; null: all that the wallet received for this payment and still has. */
  amountKobo: number | null;
  atMostKobo?: number;
  key: string;
  actor: string;
  approvedBy: string | null;
  requireAmountApproval: RequireAmountApproval;
  reason: string;
}

/**
 * Chooses the amount of a card refund: as requested, else all money of the payment that the wallet still has.
 * @param known the payment's transaction with the largest refundable amount.
 * @returns kobo.
 * @throws {DomainError} `bad_request` when the wallet has too little.
 */
export function getCardRefundAmountKobo(
  known: rows.RefundableCardTransaction | undefined,
  { amountKobo: wished, atMostKobo }: Pick<CardRefundRequest, 'amountKobo' | 'atMostKobo'>,
): number {
  if (!known) throw new DomainError('bad_request', 'This payment was not paid by card.');
  const { refundableKobo } = known;
  const amountKobo = wished ?? Math.min(refundableKobo, atMostKobo ?? refundableKobo);
  if (amountKobo > 0 && amountKobo <= refundableKobo) return amountKobo;
  const most = koboToNaira(refundableKobo);
  throw new DomainError(
    'bad_request',
    `${formatNaira(most)} can go back to the card: the part of this payment that is still in the wallet.`,
  );
}

/**
 * Debits the wallet and stores the request for a card refund. The provider is not called yet.
 * @returns the refund's id.
 * @throws {DomainError} `bad_request` when the wallet has too little of the payment's money; 23505 for a used
 * idempotency key.
 * @source money.md, money that goes back to cards
 */
export async function requestCardRefund(tx: Queryable, request: CardRefundRequest): Promise<string> {
  const { reference, key, actor, approvedBy, requireAmountApproval, reason } = request;
  const [known] = await rows.findRefundableCardTransactions(tx, reference);
  if (!known) throw new DomainError('bad_request', 'This payment was not paid by card.');
  await lockShopperRowEvenIfDeleted(tx, known.userId);
  const [held = known] = await rows.findRefundableCardTransactions(tx, reference);
  const { transactionId, userId, refundableKobo } = held;
  const amountKobo = getCardRefundAmountKobo(held, request);
  await requireAmountApproval(tx, amountKobo);
  const id = await rows.insertCardRefund(tx, { key, userId, transactionId, amountKobo });
  await postToLedger(tx, {
    kind: 'card_refund',
    ref: id,
    description: `Payment ${reference}`,
    metadata: { reference },
    actor,
    entries: [
      { account: `wallet:${userId}`, amountKobo: -amountKobo },
      { account: 'refunds:card', amountKobo },
    ],
  });
  const after = { refundId: id, amountNaira: koboToNaira(amountKobo), key, approvedBy };
  const before = { refundableNaira: koboToNaira(refundableKobo) };
  await writeAuditEntry(tx, {
    actor,
    action: 'card.refund',
    target: `payment:${reference}`,
    reason,
    before,
    after,
  });
  return id;
}

/**
 * Sends a card refund to the provider, at most once, because a lost response may mean a completed refund.
 * @returns the refund's current state.
 */
export async function sendCardRefund(deps: PaymentVerificationDeps, id: string): Promise<rows.CardRefundRow> {
  const refund = await rows.markCardRefundSent(deps.db, id);
  if (refund) {
    const { transactionId, amountKobo } = refund;
    const comment = `Refund ${id}`;
    const answer = await deps.provider.refund({ transactionId, amountKobo, comment });
    if (answer.ok) {
      const status = answer.status === 'completed' ? 'taken' : 'pending';
      const reversal = {
        id: answer.refundId,
        amountKobo: answer.amountKobo,
        transactionId,
        comment,
        status,
      } as const;
      await recordReversalInLedger(deps, { kind: 'refund', ...reversal });
    } else if (answer.kind === 'refused') await giveBack(deps.db, refund, answer.reason);
  }
  return rows.findCardRefund(deps.db, id);
}

/**
 * Sends card refunds that were not sent and checks the others. Money that the provider has not refunded returns to the
 * wallet.
 */
export async function retryOpenCardRefunds(deps: PaymentVerificationDeps): Promise<void> {
  const refunds = createErrorCollector('some refunds could not be sent or looked up');
  for (const { id } of await rows.findUnsentCardRefunds(deps.db))
    await refunds.run(() => sendCardRefund(deps, id));
  await refunds.run(() => lookUpSent(deps, refunds));
  refunds.end();
}

async function lookUpSent(deps: PaymentVerificationDeps, refunds: ErrorCollector): Promise<void> {
  const fromDay = await rows.claimSentCardRefundsToCheck(deps.db);
  if (fromDay === null) return;
  const today = await findCurrentLagosDay(deps.db);
  const { failures } = await fetchAndRecordReversals(
    deps,
    addDaysToIsoDate(fromDay, -1),
    addDaysToIsoDate(today, 1),
  );
  const isListed = (id: string) => failures.some(({ theirs }) => JSON.stringify(theirs).includes(id));
  for (const { id } of await rows.findCardRefundsMissingAtProvider(deps.db)) {
    // The provider has made this refund and only the ledger entry is missing, so the wallet must not get the money.
    if (isListed(id)) continue;
    await refunds.run(async () =>
      giveBack(deps.db, await rows.findCardRefund(deps.db, id), 'the provider did not make it'),
    );
  }
  if (failures[0]) throw failures[0].error;
}

function giveBack(db: Database, { id, userId }: rows.CardRefundRow, failure: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockShopperRowEvenIfDeleted(tx, userId);
    const refund = await rows.findCardRefund(tx, id);
    if (refund.status === 'sent') await returnFailedCardRefundToWallet(tx, refund, failure);
  });
}
