import { opsGetMonthlyAccounts } from '#contract/ops-money-endpoints.ts';
import { OpsMonthlyAccountsQuery, OpsMonthlyAccountsReply } from '#contract/schemas/ops-money.ts';
import { findMonthlyAccounts, type MonthlyAccountRow } from '../../../ledger/month-repository.ts';
import type { PostingKind } from '../../../ledger/posting-kinds.ts';
import { formatCsv } from '../../../lib/csv.ts';
import { defineAction, defineConsoleCall } from '../../action.ts';
import { formatDataAsText } from '../../command-line/print.ts';

export const bookkeepingReportAction = defineAction({
  name: 'report',
  summary: "The shop's books for a month: owed, held, sold, refunded, given away, provider fees.",
  roles: ['finance'],
  body: OpsMonthlyAccountsQuery,
  console: defineConsoleCall(opsGetMonthlyAccounts, OpsMonthlyAccountsReply),
  async run({ db }, { month, csv }) {
    const found = await findMonthlyAccounts(db, month);
    const accounts = [...found, totalOf(found)].map(present);
    const total = accounts.at(-1);
    const isBalanced = total?.opening === 0 && total.closing === 0 && total.credited === total.debited;
    const table = [
      ['account', 'opening', 'credited', 'debited', 'closing'],
      ...accounts.map((line) => Object.values(line).map(String)),
    ];
    return {
      data: {
        ...{ month, figures: figuresOf(found), accounts, isBalanced },
        ...(csv ? { csv: formatCsv(table) } : {}),
      },
      isGood: isBalanced,
    };
  },
  print: (data: { csv?: string }) => data.csv ?? formatDataAsText(data),
});

/** Matches accounts in another currency, which have its code at their end. */
const FOREIGN = /:[A-Z0-9]+$/;

/** Describes the accounts in sentences; each adds up the naira lines of some accounts and posting kinds. */
function figuresOf(all: readonly MonthlyAccountRow[]): { what: string; naira: number }[] {
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

function totalOf(accounts: readonly MonthlyAccountRow[]): Omit<MonthlyAccountRow, 'byKind'> {
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
}: Omit<MonthlyAccountRow, 'byKind'>) {
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
