import { Type } from 'typebox';
import { nairaToKobo } from '#contract/kobo.ts';
import { opsRefundCard } from '#contract/ops-money-endpoints.ts';
import { OpsReferenceParams } from '#contract/schemas/ops.ts';
import { OpsCardRefundReply, OpsRefundCardBody } from '#contract/schemas/ops-money.ts';
import { refundItem } from '../../../features/groups/group-refund-service.ts';
import {
  type CardRefundRequest,
  requestCardRefund,
} from '../../../features/payments/card-refunds/card-refunds.ts';
import { action, call, type OpsContext } from '../../action.ts';
import { approveSumFor } from '../../operators.ts';
import { referenceOf } from '../../readings/search-terms.ts';
import { cardOf, findLine, planCardRefund } from '../../refund-plans.ts';
import { presentCardRefunds, refundCardOnce } from './card-refund.ts';

export const refundCardAction = action({
  name: 'refund card',
  summary:
    'Refund to the card what the wallet got from a payment; with --line, refund that line first. The same command again is the same refund; use another --key for another one.',
  roles: ['finance'],
  key: 'own',
  asksProvider: true,
  movesMoney: true,
  body: Type.Object({ ...OpsReferenceParams.properties, ...OpsRefundCardBody.properties }),
  positionals: ['reference'],
  console: call(opsRefundCard, OpsCardRefundReply),
  async run(context, { line = null, amount, reason, dryRun, ...payment }) {
    const { db, actor, approvedBy } = context;
    const reference = referenceOf(payment);
    const amountKobo = amount === undefined ? null : nairaToKobo(amount);
    if (dryRun) return planCardRefund(context, reference, amountKobo, line);
    const key = context.key ?? `${reference} line ${line ?? '-'} amount ${amount ?? 'all'}`;
    const act = { actor, approvedBy, judgeSum: approveSumFor(context), reason };
    const wish = { ...act, reference, amountKobo, key };
    const refund = await refundCardOnce(context, key, () =>
      line === null ? db.transaction((tx) => requestCardRefund(tx, wish)) : refundLine(context, wish, line),
    );
    return presentCardRefunds([{ reference, ...refund }]);
  },
});

/** Credits and debits the wallet in one transaction, so that the shopper cannot spend the money in between. */
async function refundLine(context: OpsContext, wish: CardRefundRequest, lineNo: number): Promise<void> {
  const { trackingNumber, item } = await findLine(context, wish.reference, lineNo);
  const act = { ...wish, key: null };
  const next = cardOf(wish, item.paidKobo - item.refundedKobo);
  await refundItem(context.db, { trackingNumber, lineNo }, wish.amountKobo, act, next);
}
