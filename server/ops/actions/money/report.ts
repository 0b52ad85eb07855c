import { opsGetMonthlyAccounts } from '#contract/ops/money-endpoints.ts';
import { OpsMonthlyAccountsQuery, OpsMonthlyAccountsReply } from '#contract/schemas/ops/money.ts';
import {
  findLedgerMovementsOfMonth,
  type LedgerMovementsRow,
} from '../../../ledger/account-totals-repository.ts';
import { computeShopMoneyTotals } from '../../../ledger/money-figures.ts';
import { formatCsv } from '../../../lib/csv.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatActionDataAsText } from '../../command-line/print.ts';
import { type MonthlyMarginRow, readMonthlyMargin } from '../../queries/margin-repository.ts';

export const bookkeepingReportAction = defineAction({
  name: 'report',
  summary: "The shop's books for a month: paid in, paid back, earned, the provider's part, net, owed.",
  roles: ['finance'],
  body: OpsMonthlyAccountsQuery,
  console: defineConsoleEndpoint(opsGetMonthlyAccounts, OpsMonthlyAccountsReply),
  async run({ db }, { month, csv }) {
    const found = await findLedgerMovementsOfMonth(db, month);
    const accounts = [...found, totalOf(found)].map(present);
    const total = accounts.at(-1);
    const isBalanced = total?.opening === 0 && total.closing === 0 && total.credited === total.debited;
    const table = [
      ['account', 'opening', 'credited', 'debited', 'closing'],
      ...accounts.map((line) => Object.values(line).map(String)),
    ];
    return {
      data: {
        ...{
          month,
          figures: [...computeShopMoneyTotals(found), ...describeMargin(await readMonthlyMargin(db, month))],
        },
        ...{ accounts, isBalanced },
        ...(csv ? { csv: formatCsv(table) } : {}),
      },
      isGood: isBalanced,
    };
  },
  print: (data: { csv?: string }) => data.csv ?? formatActionDataAsText(data),
});

function describeMargin(margin: MonthlyMarginRow): { what: string; naira: number }[] {
  const { earnedKobo, costKobo, earnedWithoutCostKobo } = margin;
  const figures: [string, number][] = [
    ['earned on goods with a known cost', earnedKobo],
    ['cost of these goods', costKobo],
    ['margin on these goods', earnedKobo - costKobo],
    ['earned on goods without a known cost', earnedWithoutCostKobo],
  ];
  return figures.map(([what, kobo]) => ({ what, naira: kobo / 100 }));
}

function totalOf(accounts: readonly LedgerMovementsRow[]): Omit<LedgerMovementsRow, 'byKind'> {
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
}: Omit<LedgerMovementsRow, 'byKind'>) {
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
