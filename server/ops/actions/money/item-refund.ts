import { Type } from 'typebox';
import { opsRefundOrderLine } from '#contract/ops/money-endpoints.ts';
import { koboToNaira, nairaToKobo } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsTrackingNumberParams } from '#contract/schemas/ops/console.ts';
import { OpsMoneyActionReply, OpsRefundOrderLineBody } from '#contract/schemas/ops/money.ts';
import { previewOrderLineRefund, refundOrderLine } from '../../../features/groups/group-refund-service.ts';
import { debitWalletForReversals } from '../../../features/payments/reversals/reversals.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { createDryRunResult } from '../../dry-run-result.ts';
import { createAmountApprovalCheck, needsApprovalOfAmount } from '../../operators.ts';
import { readOrderLineBeforeRefund } from '../../queries/refund-repository.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { formatRefundPreview } from '../../refund-preview.ts';

const toWallet = { goesTo: 'wallet', run: debitWalletForReversals } as const;

export const orderLineRefundAction = defineAction({
  name: 'item refund',
  summary: 'Refund a line of an order to the wallet, in full or in part.',
  roles: ['finance'],
  key: 'body',
  movesMoney: true,
  body: Type.Object({ ...OpsTrackingNumberParams.properties, ...OpsRefundOrderLineBody.properties }),
  positionals: ['trackingNumber'],
  console: defineConsoleEndpoint(opsRefundOrderLine, OpsMoneyActionReply),
  async run(context, { line, amount, reason, dryRun, ...order }) {
    const { db, actor, approvedBy, key } = context;
    const amountKobo = amount === undefined ? null : nairaToKobo(amount);
    const item = { trackingNumber: normalizeTrackingNumber(order), lineNo: line };
    const { trackingNumber } = item;
    if (dryRun) {
      const tried = await previewOrderLineRefund(db, item, amountKobo, toWallet, readOrderLineBeforeRefund);
      const refunded = koboToNaira(tried.refundKobo);
      const left = koboToNaira(tried.before.paidKobo - tried.before.refundedKobo);
      const approval = { needsApproval: await needsApprovalOfAmount(context, refunded) };
      return createDryRunResult(
        { trackingNumber, line, goesTo: 'wallet', refunded, left, ...approval },
        formatRefundPreview({ ...item, ...tried, goesTo: 'wallet' }),
      );
    }
    const operation = {
      actor,
      approvedBy,
      requireAmountApproval: createAmountApprovalCheck(context),
      key,
      reason,
    };
    const refunded = koboToNaira(await refundOrderLine(db, item, amountKobo, operation, toWallet));
    return { data: { trackingNumber, line, refunded }, text: `${formatNaira(refunded)} refunded.` };
  },
});
