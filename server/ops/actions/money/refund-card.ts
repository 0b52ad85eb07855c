import { Type } from 'typebox';
import { opsRefundCardPayment } from '#contract/ops/money-endpoints.ts';
import { nairaToKobo } from '#contract/rules/money/kobo.ts';
import { OpsPaymentReferenceParams } from '#contract/schemas/ops/console.ts';
import { OpsCardRefundReply, OpsRefundCardPaymentBody } from '#contract/schemas/ops/money.ts';
import { refundOrderLine } from '../../../features/groups/group-refund-service.ts';
import {
  type CardRefundRequest,
  requestCardRefund,
} from '../../../features/payments/card-refunds/card-refunds.ts';
import { defineAction, defineConsoleEndpoint, type OperatorActionContext } from '../../action.ts';
import { createAmountApprovalCheck } from '../../operators.ts';
import { createCardRefundDestination, findOrderLineToRefund, previewCardRefund } from '../../refund-plans.ts';
import { requirePaymentByReference } from './require-payment.ts';
import { createCardRefundsResult, requestAndSendCardRefund } from './send-card-refund.ts';

export const cardRefundAction = defineAction({
  name: 'refund card',
  summary:
    'Refund to the card what the wallet got from a payment; with --line, refund that line first. The same command again is the same refund; use another --key for another one.',
  roles: ['finance'],
  key: 'own',
  asksProvider: true,
  movesMoney: true,
  body: Type.Object({ ...OpsPaymentReferenceParams.properties, ...OpsRefundCardPaymentBody.properties }),
  positionals: ['reference'],
  console: defineConsoleEndpoint(opsRefundCardPayment, OpsCardRefundReply),
  async run(context, { line = null, amount, reason, dryRun, ...payment }) {
    const { db, actor, approvedBy } = context;
    const { reference } = await requirePaymentByReference(db, payment);
    const amountKobo = amount === undefined ? null : nairaToKobo(amount);
    if (dryRun) return previewCardRefund(context, reference, amountKobo, line);
    const key = context.key ?? `${reference} line ${line ?? '-'} amount ${amount ?? 'all'}`;
    const operation = {
      actor,
      approvedBy,
      requireAmountApproval: createAmountApprovalCheck(context),
      reason,
    };
    const wish = { ...operation, reference, amountKobo, key };
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
  const operation = { ...wish, key: null };
  const next = createCardRefundDestination(wish, item.paidKobo - item.refundedKobo);
  await refundOrderLine(context.db, { trackingNumber, lineNo }, wish.amountKobo, operation, next);
}
