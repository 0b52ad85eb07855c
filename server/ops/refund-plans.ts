import { randomUUID } from 'node:crypto';
import { koboToNaira } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { countWithNoun } from '#contract/rules/count-of.ts';
import { findUserById } from '../features/auth/user-repository.ts';
import { findItem } from '../features/groups/group-refund-repository.ts';
import { type RefundContinuation, tryRefundItem } from '../features/groups/group-refund-service.ts';
import {
  type CardRefundRequest,
  refundableToCardKobo,
  requestCardRefund,
} from '../features/payments/card-refunds/card-refunds.ts';
import {
  findCardRefundByKey,
  findRefundable,
  type findWalletCreditsOfGroup,
} from '../features/payments/card-refunds/card-refunds-repository.ts';
import { findTrackingNumber } from '../features/payments/payments-repository.ts';
import { findWallet } from '../features/wallet/wallet-repository.ts';
import { SHOP_ITSELF } from '../ledger/approve-sum.ts';
import { type Answer, type OpsContext, Refusal } from './action.ts';
import { textTable } from './command-line/print.ts';
import { dryRunAnswer } from './dry-run-answer.ts';
import { needsApproval } from './operators.ts';
import { readRefundState } from './readings/refund-repository.ts';
import { koboText, refundPreview, walletNotificationText } from './refund-preview.ts';

/** Dry runs of card refunds. */

export async function planCardRefund(
  context: OpsContext,
  reference: string,
  amountKobo: number | null,
  lineNo: number | null,
): Promise<Answer> {
  const { db } = context;
  if (lineNo !== null) return planLineRefund(context, reference, amountKobo, lineNo);
  const [most] = await findRefundable(db, reference);
  const cardKobo = refundableToCardKobo(most, { amountKobo });
  const { refundableKobo = 0, userId = '' } = most ?? {};
  const amount = koboToNaira(cardKobo);
  const figures = { reference, line: null, amount, refundable: koboToNaira(refundableKobo), goesTo: 'card' };
  const user = await findUserById(db, userId);
  const shopper = user?.name ?? 'a deleted account';
  const walletKobo = (await findWallet(db, userId))?.balanceKobo ?? 0;
  const trackingNumber = await findTrackingNumber(db, reference);
  return dryRunAnswer(
    { ...figures, needsApproval: await needsApproval(context, amount) },
    {
      about: { userId, shopper, reference, ...(trackingNumber ? { trackingNumber } : {}) },
      says: [
        `${koboText(cardKobo)} goes back to the card of ${shopper}, of ${koboText(refundableKobo)} that can.`,
        `The wallet goes from ${koboText(walletKobo)} to ${koboText(walletKobo - cardKobo)}.`,
        'No order and no group changes.',
        ...(user ? [walletNotificationText(shopper, 'card_refund', -cardKobo)] : []),
      ],
    },
  );
}

async function planLineRefund(
  context: OpsContext,
  reference: string,
  amountKobo: number | null,
  lineNo: number,
): Promise<Answer> {
  const { db } = context;
  const { trackingNumber, item } = await findLine(context, reference, lineNo);
  const leftKobo = item.paidKobo - item.refundedKobo;
  const [most] = await findRefundable(db, reference, amountKobo ?? leftKobo);
  const wish = {
    ...SHOP_ITSELF,
    approvedBy: null,
    reason: 'dry run',
    reference,
    amountKobo,
    key: randomUUID(),
  };
  const line = { trackingNumber, lineNo };
  const tried = await tryRefundItem(db, line, amountKobo, cardOf(wish, leftKobo), readRefundState);
  const { before, after, refundKobo } = tried;
  const amount = koboToNaira(refundKobo - (after.walletKobo - before.walletKobo));
  const refundable = koboToNaira(most?.refundableKobo ?? 0);
  return dryRunAnswer(
    {
      ...{ reference, line: lineNo, amount, refundable, goesTo: 'card' },
      needsApproval: await needsApproval(context, koboToNaira(refundKobo)),
    },
    refundPreview({ ...line, ...tried, goesTo: 'card' }),
  );
}

export async function planGroupRefund(
  context: OpsContext,
  groupId: string,
  payments: Awaited<ReturnType<typeof findWalletCreditsOfGroup>>,
  paidBack: number,
): Promise<Answer> {
  const refunds = [];
  for (const { reference, refundedKobo } of payments) {
    const asked = await findCardRefundByKey(context.db, groupRefundKey(groupId, reference));
    const [most] = await findRefundable(context.db, reference);
    const amount = koboToNaira(asked ? 0 : Math.min(most?.refundableKobo ?? 0, refundedKobo));
    refunds.push({
      reference,
      amount,
      status: asked ? 'requested before' : amount > 0 ? 'would be sent' : 'spent',
    });
  }
  const amount = refunds.reduce((sum, one) => sum + one.amount, 0);
  const cards = refunds.filter((one) => one.amount > 0).length;
  const others = [
    [refunds.filter(({ status }) => status === 'requested before').length, 'refunded to the card before'],
    [refunds.filter(({ status }) => status === 'spent').length, 'has none of it left in the wallet'],
  ] as const;
  const answer = dryRunAnswer(
    { groupId, refunds, cards, amount, paidBack, needsApproval: await needsApproval(context, paidBack) },
    {
      about: { groupId },
      says: [
        `${formatNaira(amount)} goes from the wallets of ${countWithNoun(cards, 'payment')} back to the cards, of ${formatNaira(paidBack)} that was refunded.`,
        ...others
          .filter(([count]) => count > 0)
          .map(([count, why]) => `${countWithNoun(count, 'payment')}: ${why}.`),
        'No order and no group changes. Each shopper is notified that the wallet was debited.',
      ],
    },
  );
  return { ...answer, said: `${textTable(refunds)}\n${answer.said}` };
}

/** Sends the line's refund on from the wallet to the card, in the same transaction. */
export function cardOf(wish: CardRefundRequest, leftKobo: number): RefundContinuation {
  const atMostKobo = wish.amountKobo ?? leftKobo;
  return { goesTo: 'card', run: async (tx) => void (await requestCardRefund(tx, { ...wish, atMostKobo })) };
}

export async function findLine({ db }: OpsContext, reference: string, lineNo: number) {
  const trackingNumber = await findTrackingNumber(db, reference);
  const item = trackingNumber ? await findItem(db, trackingNumber, lineNo) : undefined;
  if (!trackingNumber || !item) throw new Refusal('There is no such order line.');
  return { trackingNumber, item };
}

export const groupRefundKey = (groupId: string, reference: string) => `group ${groupId} ${reference}`;
