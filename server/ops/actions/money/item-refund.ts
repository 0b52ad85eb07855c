import { Type } from 'typebox';
import { koboToNaira, nairaToKobo } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { opsRefundItem } from '#contract/ops-money-endpoints.ts';
import { OpsTrackingParams } from '#contract/schemas/ops.ts';
import { OpsMoneyReply, OpsRefundItemBody } from '#contract/schemas/ops-money.ts';
import { refundItem, tryRefundItem } from '../../../features/groups/group-refund-service.ts';
import { debitCollectableSums } from '../../../features/payments/reversals/reversals.ts';
import { action, call } from '../../action.ts';
import { dryRunAnswer } from '../../dry-run-answer.ts';
import { approveSumFor, needsApproval } from '../../operators.ts';
import { readRefundState } from '../../readings/refund-repository.ts';
import { trackingNumberOf } from '../../readings/search-terms.ts';
import { refundPreview } from '../../refund-preview.ts';

const toWallet = { goesTo: 'wallet', run: debitCollectableSums } as const;

export const itemRefundAction = action({
  name: 'item refund',
  summary: 'Refund a line of an order to the wallet, in full or in part.',
  roles: ['finance'],
  key: 'body',
  movesMoney: true,
  body: Type.Object({ ...OpsTrackingParams.properties, ...OpsRefundItemBody.properties }),
  positionals: ['trackingNumber'],
  console: call(opsRefundItem, OpsMoneyReply),
  async run(context, { line, amount, reason, dryRun, ...order }) {
    const { db, actor, approvedBy, key } = context;
    const amountKobo = amount === undefined ? null : nairaToKobo(amount);
    const item = { trackingNumber: trackingNumberOf(order), lineNo: line };
    const { trackingNumber } = item;
    if (dryRun) {
      const tried = await tryRefundItem(db, item, amountKobo, toWallet, readRefundState);
      const refunded = koboToNaira(tried.refundKobo);
      const left = koboToNaira(tried.before.paidKobo - tried.before.refundedKobo);
      const approval = { needsApproval: await needsApproval(context, refunded) };
      return dryRunAnswer(
        { trackingNumber, line, goesTo: 'wallet', refunded, left, ...approval },
        refundPreview({ ...item, ...tried, goesTo: 'wallet' }),
      );
    }
    const act = { actor, approvedBy, judgeSum: approveSumFor(context), key, reason };
    const refunded = koboToNaira(await refundItem(db, item, amountKobo, act, toWallet));
    return { data: { trackingNumber, line, refunded }, said: `${formatNaira(refunded)} refunded.` };
  },
});
