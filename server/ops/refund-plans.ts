import { randomUUID } from 'node:crypto';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { formatCountWithNoun } from '#contract/rules/text/count-of.ts';
import { findUserById } from '../features/auth/user-repository.ts';
import { findRefundableOrderLine } from '../features/groups/group-refund-repository.ts';
import { previewOrderLineRefund, type RefundDestination } from '../features/groups/group-refund-service.ts';
import {
  type CardRefundRequest,
  getCardRefundAmountKobo,
  requestCardRefund,
} from '../features/payments/card-refunds/card-refunds.ts';
import {
  findCardRefundByIdempotencyKey,
  findRefundableCardTransactions,
  type sumFailedGroupRefundsByCardPayment,
} from '../features/payments/card-refunds/card-refunds-repository.ts';
import { findOrderTrackingNumber } from '../features/payments/payments-repository.ts';
import { findWallet } from '../features/wallet/wallet-repository.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../ledger/amount-approval.ts';
import { ActionRefusedError, type ActionResult, type OperatorActionContext } from './action.ts';
import { formatTextTable } from './command-line/print.ts';
import { createDryRunResult } from './dry-run-result.ts';
import { needsApprovalOfAmount } from './operators.ts';
import { readOrderLineBeforeRefund } from './queries/refund-repository.ts';
import { formatKoboAsNaira, formatRefundPreview, formatWalletNotification } from './refund-preview.ts';

/** Describes what a refund to a card would change, without making it. */

export async function previewCardRefund(
  context: OperatorActionContext,
  reference: string,
  amountKobo: number | null,
  lineNo: number | null,
): Promise<ActionResult> {
  const { db } = context;
  if (lineNo !== null) return planLineRefund(context, reference, amountKobo, lineNo);
  const [most] = await findRefundableCardTransactions(db, reference);
  const cardKobo = getCardRefundAmountKobo(most, { amountKobo });
  const { refundableKobo = 0, userId = '' } = most ?? {};
  const amount = koboToNaira(cardKobo);
  const figures = { reference, line: null, amount, refundable: koboToNaira(refundableKobo), goesTo: 'card' };
  const user = await findUserById(db, userId);
  const shopper = user?.name ?? 'a deleted account';
  const walletKobo = (await findWallet(db, userId))?.balanceKobo ?? 0;
  const trackingNumber = await findOrderTrackingNumber(db, reference);
  return createDryRunResult(
    { ...figures, needsApproval: await needsApprovalOfAmount(context, amount) },
    {
      about: { userId, shopper, reference, ...(trackingNumber ? { trackingNumber } : {}) },
      says: [
        `${formatKoboAsNaira(cardKobo)} goes back to the card of ${shopper}, of ${formatKoboAsNaira(refundableKobo)} that can.`,
        `The wallet goes from ${formatKoboAsNaira(walletKobo)} to ${formatKoboAsNaira(walletKobo - cardKobo)}.`,
        'No order and no group changes.',
        ...(user ? [formatWalletNotification(shopper, 'card_refund', -cardKobo)] : []),
      ],
    },
  );
}

async function planLineRefund(
  context: OperatorActionContext,
  reference: string,
  amountKobo: number | null,
  lineNo: number,
): Promise<ActionResult> {
  const { db } = context;
  const { trackingNumber, item } = await findOrderLineToRefund(context, reference, lineNo);
  const leftKobo = item.paidKobo - item.refundedKobo;
  const [most] = await findRefundableCardTransactions(db, reference, amountKobo ?? leftKobo);
  const wish = {
    ...UNLIMITED_SYSTEM_ACTOR,
    approvedBy: null,
    reason: 'dry run',
    reference,
    amountKobo,
    key: randomUUID(),
  };
  const line = { trackingNumber, lineNo };
  const tried = await previewOrderLineRefund(
    db,
    line,
    amountKobo,
    createCardRefundDestination(wish, leftKobo),
    readOrderLineBeforeRefund,
  );
  const { before, after, refundKobo } = tried;
  const amount = koboToNaira(refundKobo - (after.walletKobo - before.walletKobo));
  const refundable = koboToNaira(most?.refundableKobo ?? 0);
  return createDryRunResult(
    {
      ...{ reference, line: lineNo, amount, refundable, goesTo: 'card' },
      needsApproval: await needsApprovalOfAmount(context, koboToNaira(refundKobo)),
    },
    formatRefundPreview({ ...line, ...tried, goesTo: 'card' }),
  );
}

export async function previewGroupCardRefund(
  context: OperatorActionContext,
  groupId: string,
  payments: Awaited<ReturnType<typeof sumFailedGroupRefundsByCardPayment>>,
  paidBack: number,
): Promise<ActionResult> {
  const refunds = [];
  for (const { reference, refundedKobo } of payments) {
    const existing = await findCardRefundByIdempotencyKey(
      context.db,
      getGroupRefundIdempotencyKey(groupId, reference),
    );
    const [most] = await findRefundableCardTransactions(context.db, reference);
    const amount = koboToNaira(existing ? 0 : Math.min(most?.refundableKobo ?? 0, refundedKobo));
    refunds.push({
      reference,
      amount,
      status: existing ? 'requested before' : amount > 0 ? 'would be sent' : 'spent',
    });
  }
  const amount = refunds.reduce((sum, one) => sum + one.amount, 0);
  const cards = refunds.filter((one) => one.amount > 0).length;
  const others = [
    [refunds.filter(({ status }) => status === 'requested before').length, 'refunded to the card before'],
    [refunds.filter(({ status }) => status === 'spent').length, 'has none of it left in the wallet'],
  ] as const;
  const answer = createDryRunResult(
    {
      groupId,
      refunds,
      cards,
      amount,
      paidBack,
      needsApproval: await needsApprovalOfAmount(context, paidBack),
    },
    {
      about: { groupId },
      says: [
        `${formatNaira(amount)} goes from the wallets of ${formatCountWithNoun(cards, 'payment')} back to the cards, of ${formatNaira(paidBack)} that was refunded.`,
        ...others
          .filter(([count]) => count > 0)
          .map(([count, why]) => `${formatCountWithNoun(count, 'payment')}: ${why}.`),
        'No order and no group changes. Each shopper is notified that the wallet was debited.',
      ],
    },
  );
  return { ...answer, text: `${formatTextTable(refunds)}\n${answer.text}` };
}

/** Creates the destination of a refund that one transaction credits to the wallet and sends on to the card. */
export function createCardRefundDestination(refund: CardRefundRequest, maxKobo: number): RefundDestination {
  const atMostKobo = refund.amountKobo ?? maxKobo;
  return { goesTo: 'card', run: async (tx) => void (await requestCardRefund(tx, { ...refund, atMostKobo })) };
}

export async function findOrderLineToRefund(
  { db }: OperatorActionContext,
  reference: string,
  lineNo: number,
) {
  const trackingNumber = await findOrderTrackingNumber(db, reference);
  const item = trackingNumber ? await findRefundableOrderLine(db, trackingNumber, lineNo) : undefined;
  if (!trackingNumber || !item) throw new ActionRefusedError('There is no such order line.');
  return { trackingNumber, item };
}

export const getGroupRefundIdempotencyKey = (groupId: string, reference: string) =>
  `group ${groupId} ${reference}`;
