import { Type } from 'typebox';
import * as calls from '#contract/ops/pickup-endpoints.ts';
import * as schemas from '#contract/schemas/ops/papers.ts';
import { OpsGoodsByStageReply, OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import { formatLagosDateTime } from '../../../lib/calendar.ts';
import { formatCsv } from '../../../lib/csv.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { formatTextTable } from '../../command-line/print.ts';
import { readPickupPlan } from '../../queries/order-repository.ts';
import { findGoodsToBuy, findLinesToPack } from '../../queries/pickup-goods-repository.ts';
import { getRequestedCentres } from '../allowed-centres.ts';
import { getUncollectedGoodsAuditTarget, requireCentreCode } from './pickup.ts';

const COLUMNS = [
  ...['supplier', 'product', 'web name', 'unit', 'quantity', 'base units', 'base unit', 'orders'],
  ...['cost', 'expected by'],
];

const goodsToBuyAction = defineAction({
  name: 'pickup buy',
  summary: 'What to buy for the whole shop or a pickup centre, by supplier, product and unit, with its cost.',
  roles: ['support', 'ops', 'finance'],
  body: schemas.OpsGoodsToBuyQuery,
  console: defineConsoleEndpoint(calls.opsListGoodsToBuy, schemas.OpsGoodsToBuyReply),
  // The sums cover only the requested centres, so that a clerk's list contains no goods of other centres.
  centres: 'listed',
  async run(context, { centre, csv }) {
    const codes = centre === undefined ? context.centres : [await requireCentreCode(context, centre)];
    const rows = await findGoodsToBuy(context.db, codes);
    const goods = rows.map(({ costKobo, expectedBy, ...row }) => ({
      ...row,
      costNaira: costKobo === null ? null : costKobo / 100,
      expectedBy: expectedBy.toISOString(),
    }));
    return { data: { goods, ...(csv ? { csv: formatCsv([COLUMNS, ...goods.map(cellsOf)]) } : {}) } };
  },
  print: ({ goods, csv }: { goods: schemas.OpsGoodsToBuy[]; csv?: string }) => csv ?? formatTextTable(goods),
});

function cellsOf(row: schemas.OpsGoodsToBuy): string[] {
  return [
    ...[row.supplier, row.product, row.slug, row.unit ?? '', row.quantity, row.baseUnits, row.baseUnit ?? ''],
    ...[row.orders, row.costNaira ?? '', formatLagosDateTime(new Date(row.expectedBy))[0]],
  ].map(String);
}

const goodsToPackAction = defineAction({
  name: 'pickup pack',
  summary:
    'The order lines to pack for a pickup centre, by surname, at one stage or at all before they are ready.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...OpsPickupCentreParams.properties, ...schemas.OpsGoodsToPackQuery.properties }),
  centres: getRequestedCentres,
  console: defineConsoleEndpoint(calls.opsListGoodsToPack, schemas.OpsGoodsToPackReply),
  run: async (context, { centre, stage = null }) => ({
    data: await findLinesToPack(context.db, await requireCentreCode(context, centre), stage),
    lookedAt: getUncollectedGoodsAuditTarget({ centre }),
  }),
});

const pickupPlanShowAction = defineAction({
  name: 'pickup plan',
  summary: 'What to buy and pack for a pickup centre, by product, unit and stage.',
  roles: ['support', 'ops', 'finance'],
  body: OpsPickupCentreParams,
  centres: getRequestedCentres,
  console: defineConsoleEndpoint(calls.opsListGoodsByStage, OpsGoodsByStageReply),
  run: async (context, { centre }) => ({
    data: await readPickupPlan(context.db, await requireCentreCode(context, centre)),
  }),
});

export const goodsActions = [goodsToBuyAction, goodsToPackAction, pickupPlanShowAction];
