import { Type } from 'typebox';
import { opsPickupList, opsPickupOverdue } from '#contract/ops-pickup-endpoints.ts';
import { OpsCentreParams, OpsPickupListReply, OpsPickupOverdueReply } from '#contract/schemas/ops-pickup.ts';
import { findCounterRows } from '../../../features/fulfilment/counter-repository.ts';
import { action, call, type OpsContext } from '../../action.ts';
import { auditTargetOf, findWaitingGoods, requireCentre } from './pickup-waiting.ts';

export const pickupListAction = action({
  name: 'pickup list',
  summary:
    'Orders ready at a pickup centre, by surname, to print. --overdue: ready for 3 days or longer, at all centres if --centre is left out. --whole: every line of these orders.',
  roles: ['support', 'ops'],
  body: Type.Object({
    centre: Type.Optional(OpsCentreParams.properties.centre),
    overdue: Type.Optional(Type.Boolean()),
    whole: Type.Optional(Type.Boolean()),
  }),
  console: [
    call(opsPickupList, OpsPickupListReply, { isByItself: true, fixed: { whole: true } }),
    call(opsPickupOverdue, OpsPickupOverdueReply, {
      ...{ isByItself: true, fixed: { overdue: true, whole: false } },
    }),
  ],
  async run(context, body) {
    const lookedAt = auditTargetOf(body);
    if (body.whole) return { data: await findWholeOrders(context, body), lookedAt };
    const rows = await findWaitingGoods(context, body);
    return { data: rows.map(({ phone, centrePlace, centreHours, ...row }) => row), lookedAt };
  },
});

/** Drops the orders without an overdue line. */
async function findWholeOrders(
  { db }: OpsContext,
  { centre, overdue }: { centre?: string; overdue?: boolean },
) {
  const rows = await findCounterRows(db, await requireCentre(db, centre));
  if (!overdue) return rows;
  const late = new Set(rows.filter(({ isOverdue }) => isOverdue).map((row) => row.trackingNumber));
  return rows.filter(({ trackingNumber }) => late.has(trackingNumber));
}
