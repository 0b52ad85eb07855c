import { opsGetDailyCentreReport } from '#contract/ops/money-endpoints.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import { OpsDailyCentreReportQuery, OpsDailyCentreReportReply } from '#contract/schemas/ops/money.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import {
  type DailyMoneyAndHandOutsRow,
  readDailyMoneyAndHandOuts,
} from '../../queries/daily-sheet-repository.ts';

export const dailyMoneyAndHandOutsAction = defineAction({
  name: 'report day',
  summary:
    'The daily sheet for the till: what came in, went back and was handed out on a day in Lagos, by pickup centre.',
  roles: ['ops', 'finance'],
  body: OpsDailyCentreReportQuery,
  console: defineConsoleEndpoint(opsGetDailyCentreReport, OpsDailyCentreReportReply),
  async run({ db }, { day }) {
    const rows = await readDailyMoneyAndHandOuts(db, day);
    const centres = rows.map(({ centre, name, ...row }) => ({ centre, name, ...present(row) }));
    const sumOf = (of: keyof Figures) => rows.reduce((sum, row) => sum + row[of], 0);
    const total = present({
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

type Figures = Omit<DailyMoneyAndHandOutsRow, 'centre' | 'name'>;

function present(row: Figures) {
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
