import { koboToNaira, nairaToKobo } from '#contract/kobo.ts';
import { formatNaira } from '#contract/money.ts';
import { refundItem } from '../../../features/groups/group-refund-service.ts';
import {
  askCardRefund,
  type CardRefundWish,
  sendCardRefund,
} from '../../../features/payments/card-refunds/card-refunds.ts';
import {
  type CardRefund,
  findCardRefundByKey,
  findPaidBack,
  findRefundable,
} from '../../../features/payments/card-refunds/card-refunds-repository.ts';
import type { JudgeSum } from '../../../ledger/judge-sum.ts';
import {
  type OpsArguments,
  type OpsCommand,
  type OpsContext,
  Refusal,
  readAmount,
  readLine,
  requireOption,
  requireReference,
} from '../../command.ts';
import { textTable } from '../../command-line/text-table.ts';
import { judgeSumOf, requireApproval } from '../../operators.ts';
import { cardOf, findLine, keyOfGroup, planCardRefund, planGroupRefund } from '../../refund-plans.ts';
import { groupIdOf } from '../group-commands.ts';

export const refundCommands: OpsCommand[] = [
  {
    name: 'refund card',
    usage: 'REFERENCE [--line N] [--amount NAIRA] [--key K] --reason R [--dry-run]',
    summary:
      'Send what the wallet got of a payment back to its card; with --line, pay that line back first. The same words again are the same refund; another --key is another one.',
    roles: ['finance'],
    act: 'own',
    asksProvider: true,
    movesMoney: true,
    options: ['line', 'amount', 'key', 'reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const reference = requireReference(args);
      const amount = readAmount(args);
      const amountKobo = amount === undefined ? null : nairaToKobo(amount);
      const line = readLine(args) ?? null;
      if (args.options['dry-run']) return planCardRefund(context, reference, amountKobo, line);
      const { key = `${reference} line ${line ?? '-'} amount ${amount ?? 'all'}` } = args.options;
      const wish = { ...actOf(context, args), reference, amountKobo, key };
      const refund = await refundOnce(context, key, () =>
        line === null
          ? context.db.transaction((tx) => askCardRefund(tx, wish))
          : refundLine(context, wish, line),
      );
      return answerWith([{ reference, ...refund }]);
    },
  },
  {
    name: 'refund group',
    usage: 'GROUP --reason R [--dry-run]',
    summary:
      'Send to their cards what the members of a group were paid back into their wallets and still have.',
    roles: ['finance'],
    act: 'own',
    asksProvider: true,
    movesMoney: true,
    options: ['reason'],
    flags: ['dry-run'],
    async run(context, args) {
      const groupId = groupIdOf(args);
      const payments = await findPaidBack(context.db, groupId);
      if (payments.length === 0) throw new Refusal('Nobody who paid this group by card was paid back.');
      const paidBack = koboToNaira(payments.reduce((sum, one) => sum + one.refundedKobo, 0));
      if (args.options['dry-run']) return planGroupRefund(context, groupId, payments, paidBack);
      // The whole group first: then nothing is moved of it, rather than a part. Below no payment exceeds its part of this.
      await requireApproval(context, paidBack);
      const shown = [];
      for (const { reference, refundedKobo } of payments) {
        const key = keyOfGroup(groupId, reference);
        const judgeSum = upTo(refundedKobo);
        const part = { reference, amountKobo: null, atMostKobo: refundedKobo, key };
        const wish = { ...actOf(context, args), ...part, judgeSum };
        const [most] = await findRefundable(context.db, reference);
        const isEmpty = !most?.refundableKobo && !(await findCardRefundByKey(context.db, key));
        if (isEmpty) shown.push({ reference, status: 'spent', amountKobo: 0, failure: null });
        else {
          const ask = () => context.db.transaction((tx) => askCardRefund(tx, wish));
          shown.push({ reference, ...(await refundOnce(context, key, ask)) });
        }
      }
      return answerWith(shown);
    },
  },
];

function actOf(context: OpsContext, args: OpsArguments) {
  const { actor, approvedBy } = context;
  return { actor, approvedBy, judgeSum: judgeSumOf(context), reason: requireOption(args, 'reason') };
}

/** One part of a sum that was judged as a whole. */
function upTo(mostKobo: number): JudgeSum {
  return async (_tx, amountKobo) => {
    if (amountKobo > mostKobo) throw new Refusal('There is more to pay back now. Try again.');
  };
}

/** Asks unless the same was asked before, then sends it if nobody has. */
async function refundOnce(
  context: OpsContext,
  key: string,
  ask: () => Promise<unknown>,
): Promise<CardRefund> {
  const find = () => findCardRefundByKey(context.db, key);
  let asked = await find();
  if (!asked) {
    // Whoever asks for the same at the same moment comes second, and is refused by the line, the wallet or the key.
    const refusal = await ask().then(
      () => null,
      (error: unknown) => error,
    );
    asked = await find();
    if (!asked) throw refusal ?? new Refusal('The refund was asked for and has failed meanwhile.');
  }
  const { db, provider, config } = context;
  return sendCardRefund({ db, provider, groupWindowHours: config.groupWindowHours }, asked.id);
}

/** Into the wallet and out of it in one transaction: there is no moment at which it could be spent. */
async function refundLine(context: OpsContext, wish: CardRefundWish, lineNo: number): Promise<void> {
  const { trackingNumber, item } = await findLine(context, wish.reference, lineNo);
  const act = { ...wish, key: null };
  const next = cardOf(wish, item.paidKobo - item.refundedKobo);
  await refundItem(context.db, { trackingNumber, lineNo }, wish.amountKobo, act, next);
}

/** One that failed is bad news; one that the provider has not answered yet is looked up by the shop itself. */
function answerWith(
  refunds: (Omit<CardRefund, 'id' | 'userId' | 'transactionId' | 'status'> & {
    reference: string;
    status: string;
  })[],
) {
  const rows = refunds.map(({ reference, amountKobo, status, failure }) => ({
    reference,
    amount: koboToNaira(amountKobo),
    status,
    failure,
  }));
  const sumOf = (isIn: (status: string) => boolean) =>
    rows.reduce((total, row) => total + (isIn(row.status) ? row.amount : 0), 0);
  const sum = sumOf((status) => status !== 'failed');
  const open = sumOf((status) => status === 'asked' || status === 'sent');
  const failed = rows.filter(({ status }) => status === 'failed');
  const sentences = [
    `${formatNaira(sum)} to cards.`,
    open > 0 &&
      `Of ${formatNaira(open)} the provider has not said yet that it is done; the shop goes on asking.`,
    ...failed.map(
      ({ amount, failure }) =>
        `${formatNaira(amount)} could not be sent (${failure ?? 'no reason given'}): it is in the wallet again.`,
    ),
  ].filter(Boolean);
  return {
    data: rows,
    text: `${textTable(rows, '')}\n${sentences.join(' ')}`,
    isGood: rows.every(({ status }) => status !== 'failed'),
  };
}
