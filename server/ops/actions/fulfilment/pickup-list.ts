import { Type } from 'typebox';
import { opsGetPickupList, opsListOverduePickups } from '#contract/ops/pickup-endpoints.ts';
import {
  OpsOverduePickupsReply,
  OpsPickupCentreParams,
  OpsPickupListReply,
} from '#contract/schemas/ops/pickup.ts';
import { findPickupListLines } from '../../../features/fulfilment/counter-repository.ts';
import { defineAction, defineConsoleEndpoint, type OperatorActionContext } from '../../action.ts';
import {
  findUncollectedGoods,
  getUncollectedGoodsAuditTarget,
  requireCentreVisibleToOperator,
} from './uncollected-goods.ts';

export const uncollectedGoodsListAction = defineAction({
  name: 'pickup list',
  summary:
    'Orders ready at a pickup centre, by surname, to print. --overdue: not collected by their day, at all centres if --centre is left out. --whole: every line of these orders.',
  roles: ['support', 'ops'],
  body: Type.Object({
    centre: Type.Optional(OpsPickupCentreParams.properties.centre),
    overdue: Type.Optional(Type.Boolean()),
    whole: Type.Optional(Type.Boolean()),
  }),
  centres: 'listed',
  console: [
    defineConsoleEndpoint(opsGetPickupList, OpsPickupListReply, {
      isByItself: true,
      fixed: { whole: true },
    }),
    defineConsoleEndpoint(opsListOverduePickups, OpsOverduePickupsReply, {
      ...{ isByItself: true, fixed: { overdue: true, whole: false } },
    }),
  ],
  async run(context, body) {
    const lookedAt = getUncollectedGoodsAuditTarget(body);
    if (body.whole) return { data: await findWholeOrders(context, body), lookedAt };
    const rows = await findUncollectedGoods(context, body);
    return { data: rows.map(({ phone, centrePlace, centreHours, collectBy, ...row }) => row), lookedAt };
  },
});

/** Finds the orders that have an overdue line, with all their lines. */
async function findWholeOrders(
  context: OperatorActionContext,
  { centre, overdue }: { centre?: string; overdue?: boolean },
) {
  const rows = await findPickupListLines(context.db, await requireCentreVisibleToOperator(context, centre));
  if (!overdue) return rows;
  const late = new Set(rows.filter(({ isOverdue }) => isOverdue).map((row) => row.trackingNumber));
  return rows.filter(({ trackingNumber }) => late.has(trackingNumber));
}
