import { Type } from 'typebox';
import { opsRefundGroup } from '#contract/ops/money-endpoints.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { OpsCardRefundReply, OpsRefundGroupBody, OpsRefundGroupParams } from '#contract/schemas/ops/money.ts';
import { requestCardRefund } from '../../../features/payments/card-refunds/card-refunds.ts';
import {
  findCardRefundByIdempotencyKey,
  findRefundableCardTransactions,
  sumFailedGroupRefundsByCardPayment,
} from '../../../features/payments/card-refunds/card-refunds-repository.ts';
import type { RequireAmountApproval } from '../../../ledger/amount-approval.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { requireApprovalOfAmount } from '../../operators.ts';
import { getGroupRefundIdempotencyKey, previewGroupCardRefund } from '../../refund-plans.ts';
import {
  createCardRefundsResult,
  requestAndSendCardRefund,
  type SentCardRefundRow,
} from './send-card-refund.ts';

export const groupCardRefundAction = defineAction({
  name: 'refund group',
  summary: "Refund to the members' cards what they got back from a group and still have in their wallets.",
  roles: ['finance'],
  key: 'own',
  asksProvider: true,
  movesMoney: true,
  body: Type.Object({ ...OpsRefundGroupParams.properties, ...OpsRefundGroupBody.properties }),
  positionals: ['groupId'],
  console: defineConsoleEndpoint(opsRefundGroup, OpsCardRefundReply),
  async run(context, { groupId, reason, dryRun }) {
    const { db, actor, approvedBy } = context;
    const payments = await sumFailedGroupRefundsByCardPayment(db, groupId);
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
      const [most] = await findRefundableCardTransactions(db, reference);
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
