import { opsListGoodsToBuy } from '#contract/ops/pickup-endpoints.ts';
import { type OpsGoodsToBuy, OpsGoodsToBuyQuery, OpsGoodsToBuyReply } from '#contract/schemas/ops/papers.ts';
import { formatLagosDayAndTime } from '../../../lib/calendar.ts';
import { formatCsv } from '../../../lib/csv.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { findGoodsToBuy } from '../../queries/pickup-goods-repository.ts';
import { requireCentreVisibleToOperator } from './uncollected-goods.ts';

const COLUMNS = [
  ...['supplier', 'product', 'web name', 'unit', 'quantity', 'base units', 'base unit', 'orders'],
  ...['cost', 'expected by'],
];

export const goodsToBuyListAction = defineAction({
  name: 'pickup buy',
  summary: 'What to buy for the whole shop or a pickup centre, by supplier, product and unit, with its cost.',
  roles: ['support', 'ops', 'finance'],
  body: OpsGoodsToBuyQuery,
  console: defineConsoleEndpoint(opsListGoodsToBuy, OpsGoodsToBuyReply),
  // The sums cover only the requested centres, so that a clerk's list contains no goods of other centres.
  centres: 'listed',
  async run(context, { centre, csv }) {
    const codes =
      centre === undefined ? context.centres : [await requireCentreVisibleToOperator(context, centre)];
    const rows = await findGoodsToBuy(context.db, codes);
    const goods = rows.map(({ costKobo, expectedBy, ...row }) => ({
      ...row,
      costNaira: costKobo === null ? null : costKobo / 100,
      expectedBy: expectedBy.toISOString(),
    }));
    return { data: { goods, ...(csv ? { csv: formatCsv([COLUMNS, ...goods.map(cellsOf)]) } : {}) } };
  },
  print: ({ goods, csv }: { goods: OpsGoodsToBuy[]; csv?: string }) => csv ?? formatTextTable(goods),
});

function cellsOf(row: OpsGoodsToBuy): string[] {
  return [
    ...[row.supplier, row.product, row.slug, row.unit ?? '', row.quantity, row.baseUnits, row.baseUnit ?? ''],
    ...[row.orders, row.costNaira ?? '', formatLagosDayAndTime(new Date(row.expectedBy))[0]],
  ].map(String);
}
