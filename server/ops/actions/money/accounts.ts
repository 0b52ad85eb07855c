import * as calls from '#contract/ops/money-endpoints.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import * as schemas from '#contract/schemas/ops/money.ts';
import { OpsExportReply } from '#contract/schemas/ops/orders.ts';
import {
  findLedgerAccountsOfMonth,
  findMonthSpan,
  type LedgerAccountRow,
} from '../../../ledger/account-totals-repository.ts';
import { computeMoneyFigures } from '../../../ledger/money-figures.ts';
import { findPostingEntries } from '../../../ledger/postings-repository.ts';
import { formatLagosDateTime } from '../../../lib/calendar.ts';
import { formatCsv } from '../../../lib/csv.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatDataAsText, formatTextTable } from '../../command-line/print.ts';
import { exportListAsCsv } from '../../export-list.ts';
import { type DailySheetRow, readDailySheet } from '../../queries/daily-sheet-repository.ts';
import { type MonthlyMarginRow, readMonthlyMargin } from '../../queries/margin-repository.ts';

const bookkeepingReportAction = defineAction({
  name: 'report',
  summary: "The shop's books for a month: paid in, paid back, earned, the provider's part, net, owed.",
  roles: ['finance'],
  body: schemas.OpsMonthlyAccountsQuery,
  console: defineConsoleEndpoint(calls.opsGetMonthlyAccounts, schemas.OpsMonthlyAccountsReply),
  async run({ db }, { month, csv }) {
    const found = await findLedgerAccountsOfMonth(db, month);
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
          figures: [...computeMoneyFigures(found), ...describeMargin(await readMonthlyMargin(db, month))],
        },
        ...{ accounts, isBalanced },
        ...(csv ? { csv: formatCsv(table) } : {}),
      },
      isGood: isBalanced,
    };
  },
  print: (data: { csv?: string }) => data.csv ?? formatDataAsText(data),
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

function totalOf(accounts: readonly LedgerAccountRow[]): Omit<LedgerAccountRow, 'byKind'> {
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
}: Omit<LedgerAccountRow, 'byKind'>) {
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

const postingsExportAction = defineAction({
  name: 'report postings',
  summary:
    "Every entry of the month's postings as a table for an accountant, in the order of the ledger. --after continues a full table.",
  roles: ['finance'],
  body: schemas.OpsExportPostingsBody,
  console: defineConsoleEndpoint(calls.opsExportPostings, OpsExportReply),
  async run(context, { month, after }) {
    const span = await findMonthSpan(context.db, month);
    const data = await exportListAsCsv(context, {
      ...{ target: `month:${month}`, after },
      columns: ['posting', 'date', 'time', 'kind', 'reference', 'account', 'in', 'out'],
      read: (from, limit) => findPostingEntries(context.db, { span, after: Number(from ?? 0), limit }),
      keyOf: ({ entry }) => String(entry),
      cellsOf: ({ posting, createdAt, kind, ref, account, amountKobo }) => [
        String(posting),
        ...formatLagosDateTime(createdAt),
        ...[kind, ref, account],
        ...[amountKobo, -amountKobo].map((kobo) => (kobo > 0 ? String(kobo / 100) : '')),
      ],
    });
    return { data };
  },
  print: ({ csv }: { csv: string }) => csv,
});

const dailySheetAction = defineAction({
  name: 'report day',
  summary:
    'The daily sheet for the till: what came in, went back and was handed out on a day in Lagos, by pickup centre.',
  roles: ['ops', 'finance'],
  body: schemas.OpsDailySheetQuery,
  console: defineConsoleEndpoint(calls.opsGetDailySheet, schemas.OpsDailySheetReply),
  async run({ db }, { day }) {
    const rows = await readDailySheet(db, day);
    const centres = rows.map(({ centre, name, ...row }) => ({ centre, name, ...toNaira(row) }));
    const sumOf = (of: keyof Figures) => rows.reduce((sum, row) => sum + row[of], 0);
    const total = toNaira({
      orders: sumOf('orders'),
      paidInKobo: sumOf('paidInKobo'),
      byCardKobo: sumOf('byCardKobo'),
      fromWalletsKobo: sumOf('fromWalletsKobo'),
      paidBackKobo: sumOf('paidBackKobo'),
      handedOutItems: sumOf('handedOutItems'),
      handedOutKobo: sumOf('handedOutKobo'),
    });
    return { data: { day, centres, total } };
  },
  print: ({ centres, total }) =>
    formatTextTable(
      [...centres, { centre: 'total', name: '', ...total }].map((row) => ({
        centre: row.centre,
        orders: row.orders,
        'paid in': formatNaira(row.paidInNaira),
        'by card': formatNaira(row.byCardNaira),
        'from wallets': formatNaira(row.fromWalletsNaira),
        'paid back': formatNaira(row.paidBackNaira),
        'items handed out': row.handedOutItems,
        worth: formatNaira(row.handedOutNaira),
      })),
    ),
});

type Figures = Omit<DailySheetRow, 'centre' | 'name'>;

function toNaira(row: Figures) {
  return {
    orders: row.orders,
    paidInNaira: row.paidInKobo / 100,
    byCardNaira: row.byCardKobo / 100,
    fromWalletsNaira: row.fromWalletsKobo / 100,
    paidBackNaira: row.paidBackKobo / 100,
    handedOutItems: row.handedOutItems,
    handedOutNaira: row.handedOutKobo / 100,
  };
}

export const accountActions = [bookkeepingReportAction, postingsExportAction, dailySheetAction];
