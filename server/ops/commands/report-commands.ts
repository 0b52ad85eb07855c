import { type AccountMonth, findAccountMonths } from '../../ledger/month-repository.ts';
import type { PostingKind } from '../../ledger/posting-kinds.ts';
import { formatCsv } from '../../lib/csv.ts';
import { type OpsCommand, Refusal, requireOption } from '../command.ts';
import { textTable } from '../command-line/text-table.ts';

export const reportCommands: OpsCommand[] = [
  {
    name: 'report',
    usage: '--month YYYY-MM [--csv]',
    summary:
      'What is owed, held, sold, refunded, given away and kept by the provider in a month, in balance.',
    roles: ['finance'],
    options: ['month'],
    flags: ['csv'],
    async run({ db }, args) {
      const month = requireOption(args, 'month');
      if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) throw new Refusal('--month is YYYY-MM.');
      const accounts = await findAccountMonths(db, month);
      const lines = [...accounts, totalOf(accounts)].map(present);
      const figures = figuresOf(accounts);
      const total = lines.at(-1);
      const csv = args.options.csv
        ? formatCsv([
            ['account', 'opening', 'credited', 'debited', 'closing'],
            ...lines.map((line) => Object.values(line).map(String)),
          ])
        : null;
      const text =
        csv ??
        [
          `${month}, in naira`,
          '',
          textTable(figures, ''),
          '',
          textTable(lines, ''),
          '',
          'Above 0 is what we owe or have earned, below 0 what is owed to us or was spent. Lines like suspense:USD are in that currency.',
        ].join('\n');
      const isBalanced = total?.opening === 0 && total.closing === 0 && total.credited === total.debited;
      const data = { month, figures, accounts: lines, isBalanced, ...(csv === null ? {} : { csv }) };
      return { data, text, isGood: isBalanced };
    },
  },
];

/** Accounts of another currency end in its name. */
const FOREIGN = /:[A-Z0-9]+$/;

/** The books as sentences: each is a sum of the lines of naira below it, by account and kind of posting. */
function figuresOf(all: readonly AccountMonth[]): { what: string; naira: number }[] {
  const accounts = all.filter(({ account }) => !FOREIGN.test(account));
  const closing = (code: RegExp) =>
    sum(
      accounts.filter(({ account }) => code.test(account)),
      (one) => one.closingKobo,
    );
  const moved = (code: RegExp, ...kinds: PostingKind[]) =>
    sum(
      accounts.filter(({ account }) => code.test(account)),
      ({ byKind }) => sum(kinds, (kind) => byKind[kind] ?? 0),
    );
  const given = sum(
    accounts.filter(({ account }) => /^promo:/.test(account)),
    ({ debitedKobo, creditedKobo }) => debitedKobo - creditedKobo,
  );
  const figures: [string, number][] = [
    ['owed to shoppers at the end', closing(/^wallets$/)],
    ['held by groups at the end', closing(/^escrow$/)],
    ['owed by the provider at the end', -closing(/^provider:/)],
    ['waiting for a decision at the end', closing(/^suspense$/)],
    ['sold', moved(/^sales$/, 'order_payment', 'group_release', 'group_unrelease')],
    [
      'refunded to wallets',
      moved(/^wallets$/, 'group_refund', 'item_refund', 'late_credit', 'overpaid', 'review_release'),
    ],
    ['refunded to cards', -moved(/^refunds:card$/, 'reversal', 'reversal_undone')],
    ['taken back by banks', -moved(/^chargebacks$/, 'reversal', 'reversal_undone')],
    ['given away', given],
    ['kept by the provider', -moved(/^fees:/, 'settlement')],
    ['paid out to the bank', -moved(/^bank$/, 'settlement')],
  ];
  return figures.map(([what, kobo]) => ({ what, naira: kobo / 100 }));
}

function totalOf(accounts: readonly AccountMonth[]): Omit<AccountMonth, 'byKind'> {
  return {
    account: 'total',
    openingKobo: sum(accounts, (one) => one.openingKobo),
    creditedKobo: sum(accounts, (one) => one.creditedKobo),
    debitedKobo: sum(accounts, (one) => one.debitedKobo),
    closingKobo: sum(accounts, (one) => one.closingKobo),
  };
}

function present({
  account,
  openingKobo,
  creditedKobo,
  debitedKobo,
  closingKobo,
}: Omit<AccountMonth, 'byKind'>) {
  return {
    account,
    opening: openingKobo / 100,
    credited: creditedKobo / 100,
    debited: debitedKobo / 100,
    closing: closingKobo / 100,
  };
}

function sum<One>(all: readonly One[], kobo: (one: One) => number): number {
  return all.reduce((total, one) => total + kobo(one), 0);
}
