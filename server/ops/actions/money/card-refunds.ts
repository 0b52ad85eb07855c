import { Type } from 'typebox';
import { opsRefundCardPayment, opsRefundGroup } from '#contract/ops/money-endpoints.ts';
import { koboToNaira, nairaToKobo } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsPaymentReferenceParams } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/money.ts';
import { refundOrderItem } from '../../../features/groups/group-refund-service.ts';
import {
  type CardRefundRequest,
  requestCardRefund,
  sendCardRefund,
} from '../../../features/payments/card-refunds/card-refunds.ts';
import {
  type CardRefundRow,
  findCardRefundByIdempotencyKey,
  findRefundableTransactions,
  findWalletCreditsOfGroup,
} from '../../../features/payments/card-refunds/card-refunds-repository.ts';
import type { RequireAmountApproval } from '../../../ledger/amount-approval.ts';
import {
  ActionRefusedError,
  type ActionResult,
  defineAction,
  defineConsoleEndpoint,
  type OperatorActionContext,
} from '../../action.ts';
import { createAmountApprovalCheck, requireApprovalOfAmount } from '../../operators.ts';
import { normalizePaymentReference } from '../../queries/search-terms.ts';
import {
  createCardRefundDestination,
  findOrderLineToRefund,
  getGroupRefundIdempotencyKey,
  previewCardRefund,
  previewGroupCardRefund,
} from '../../refund-plans.ts';

const cardRefundAction = defineAction({
  name: 'refund card',
  summary:
    'Refund to the card what the wallet got from a payment; with --line, refund that line first. The same command again is the same refund; use another --key for another one.',
  roles: ['finance'],
  key: 'own',
  asksProvider: true,
  movesMoney: true,
  body: Type.Object({
    ...OpsPaymentReferenceParams.properties,
    ...schemas.OpsRefundCardPaymentBody.properties,
  }),
  positionals: ['reference'],
  console: defineConsoleEndpoint(opsRefundCardPayment, schemas.OpsCardRefundReply),
  async run(context, { line = null, amount, reason, dryRun, ...payment }) {
    const { db, actor, approvedBy } = context;
    const reference = normalizePaymentReference(payment);
    const amountKobo = amount === undefined ? null : nairaToKobo(amount);
    if (dryRun) return previewCardRefund(context, reference, amountKobo, line);
    const key = context.key ?? `${reference} line ${line ?? '-'} amount ${amount ?? 'all'}`;
    const act = { actor, approvedBy, requireAmountApproval: createAmountApprovalCheck(context), reason };
    const wish = { ...act, reference, amountKobo, key };
    const refund = await requestAndSendCardRefund(context, key, () =>
      line === null ? db.transaction((tx) => requestCardRefund(tx, wish)) : refundLine(context, wish, line),
    );
    return createCardRefundsResult([{ reference, ...refund }]);
  },
});

/** Credits and debits the wallet in one transaction, so that the shopper cannot spend the money in between. */
async function refundLine(
  context: OperatorActionContext,
  wish: CardRefundRequest,
  lineNo: number,
): Promise<void> {
  const { trackingNumber, item } = await findOrderLineToRefund(context, wish.reference, lineNo);
  const act = { ...wish, key: null };
  const next = createCardRefundDestination(wish, item.paidKobo - item.refundedKobo);
  await refundOrderItem(context.db, { trackingNumber, lineNo }, wish.amountKobo, act, next);
}

const groupCardRefundAction = defineAction({
  name: 'refund group',
  summary: "Refund to the members' cards what they got back from a group and still have in their wallets.",
  roles: ['finance'],
  key: 'own',
  asksProvider: true,
  movesMoney: true,
  body: Type.Object({ ...schemas.OpsRefundGroupParams.properties, ...schemas.OpsRefundGroupBody.properties }),
  positionals: ['groupId'],
  console: defineConsoleEndpoint(opsRefundGroup, schemas.OpsCardRefundReply),
  async run(context, { groupId, reason, dryRun }) {
    const { db, actor, approvedBy } = context;
    const payments = await findWalletCreditsOfGroup(db, groupId);
    if (payments.length === 0) throw new ActionRefusedError('No member who paid by card has been refunded.');
    const paidBack = koboToNaira(payments.reduce((sum, one) => sum + one.refundedKobo, 0));
    if (dryRun) return previewGroupCardRefund(context, groupId, payments, paidBack);
    // The group's total is approved before the first refund, because a missing approval must stop all refunds.
    await requireApprovalOfAmount(context, paidBack);
    const sent: SentCardRefundRow[] = [];
    for (const { reference, refundedKobo } of payments) {
      const key = getGroupRefundIdempotencyKey(groupId, reference);
      const part = { reference, amountKobo: null, atMostKobo: refundedKobo, key };
      const wish = { actor, approvedBy, reason, ...part, requireAmountApproval: upTo(refundedKobo) };
      const [most] = await findRefundableTransactions(db, reference);
      const isEmpty = !most?.refundableKobo && !(await findCardRefundByIdempotencyKey(db, key));
      const ask = () => db.transaction((tx) => requestCardRefund(tx, wish));
      sent.push(
        isEmpty
          ? { reference, status: 'spent', amountKobo: 0, failure: null }
          : { reference, ...(await requestAndSendCardRefund(context, key, ask)) },
      );
    }
    return createCardRefundsResult(sent);
  },
});

/** The approver approved the group's total, so each refund within it needs no approval of its own. */
function upTo(mostKobo: number): RequireAmountApproval {
  return async (_tx, amountKobo) => {
    if (amountKobo > mostKobo) throw new ActionRefusedError('The amount to refund has changed. Try again.');
  };
}

/** Creates the card refund unless one with this key exists, then sends it unless it was sent before. */
async function requestAndSendCardRefund(
  context: OperatorActionContext,
  key: string,
  ask: () => Promise<unknown>,
): Promise<CardRefundRow> {
  const find = () => findCardRefundByIdempotencyKey(context.db, key);
  let asked = await find();
  if (!asked) {
    // Of two identical requests at once, the database refuses the second. Its refusal is ignored if the first has
    // created the refund.
    const refusal = await ask().then(
      () => null,
      (error: unknown) => error,
    );
    asked = await find();
    if (!asked)
      throw refusal ?? new ActionRefusedError('The refund was requested and has failed in the meantime.');
  }
  const { db, provider, config } = context;
  return sendCardRefund({ db, provider, groupWindowHours: config.groupWindowHours }, asked.id);
}

/**
 * One card refund for the reply. `status` is `spent` when the shopper has already spent the refunded money from the
 * wallet.
 */
type SentCardRefundRow = Pick<CardRefundRow, 'amountKobo' | 'failure'> & {
  reference: string;
  status: string;
};

/** Presents card refunds. If one has failed, the action counts as failed. */
function createCardRefundsResult(refunds: readonly SentCardRefundRow[]): ActionResult {
  const data = refunds.map(({ reference, amountKobo, status, failure }) => ({
    ...{ reference, amount: koboToNaira(amountKobo), status, failure },
  }));
  const sumOf = (isIn: (status: string) => boolean) =>
    data.reduce((total, row) => total + (isIn(row.status) ? row.amount : 0), 0);
  const open = sumOf((status) => status === 'asked' || status === 'sent');
  const failed = data.filter(({ status }) => status === 'failed');
  const sentences = [
    `${formatNaira(sumOf((status) => status !== 'failed'))} to cards.`,
    open > 0 && `Of ${formatNaira(open)} the provider has not confirmed it yet; the shop keeps asking.`,
    ...failed.map(
      ({ amount, failure }) =>
        `${formatNaira(amount)} could not be sent (${failure ?? 'no reason given'}): it is back in the wallet.`,
    ),
  ];
  return { data, said: sentences.filter(Boolean).join(' '), isGood: failed.length === 0 };
}

export const cardRefundActions = [cardRefundAction, groupCardRefundAction];
