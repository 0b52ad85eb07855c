import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { sendCardRefund } from '../../../features/payments/card-refunds/card-refunds.ts';
import {
  type CardRefundRow,
  findCardRefundByIdempotencyKey,
} from '../../../features/payments/card-refunds/card-refunds-repository.ts';
import { ActionRefusedError, type ActionResult, type OperatorActionContext } from '../../action.ts';

/** Creates the card refund unless one with this key exists, then sends it unless it was sent before. */
export async function requestAndSendCardRefund(
  context: OperatorActionContext,
  key: string,
  ask: () => Promise<unknown>,
): Promise<CardRefundRow> {
  const find = () => findCardRefundByIdempotencyKey(context.db, key);
  let refund = await find();
  if (!refund) {
    // Of two identical requests at once, the database refuses the second. Its refusal is ignored if the first has
    // created the refund.
    const refusal = await ask().then(
      () => null,
      (error: unknown) => error,
    );
    refund = await find();
    if (!refund)
      throw refusal ?? new ActionRefusedError('The refund was requested and has failed in the meantime.');
  }
  const { db, provider, config } = context;
  return sendCardRefund({ db, provider, groupWindowHours: config.groupWindowHours }, refund.id);
}

/**
 * One card refund for the reply. `status` is `spent` when the shopper has already spent the refunded money from the
 * wallet.
 */
export type SentCardRefundRow = Pick<CardRefundRow, 'amountKobo' | 'failure'> & {
  reference: string;
  status: string;
};

/** Presents card refunds. If one has failed, the action counts as failed. */
export function createCardRefundsResult(refunds: readonly SentCardRefundRow[]): ActionResult {
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
  return { data, text: sentences.filter(Boolean).join(' '), isGood: failed.length === 0 };
}
