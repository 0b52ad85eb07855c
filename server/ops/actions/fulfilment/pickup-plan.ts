import { opsListGoodsByStage } from '#contract/ops/pickup-endpoints.ts';
import { OpsGoodsByStageReply, OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { readGoodsNeededAtCentre } from '../../queries/order-repository.ts';
import { getCentreFromBody } from '../centre-access.ts';
import { requireCentreVisibleToOperator } from './uncollected-goods.ts';

export const goodsNeededAtCentreShowAction = defineAction({
  name: 'pickup plan',
  summary: 'What to buy and pack for a pickup centre, by product, unit and stage.',
  roles: ['support', 'ops', 'finance'],
  body: OpsPickupCentreParams,
  centres: getCentreFromBody,
  console: defineConsoleEndpoint(opsListGoodsByStage, OpsGoodsByStageReply),
  run: async (context, { centre }) => ({
    data: await readGoodsNeededAtCentre(context.db, await requireCentreVisibleToOperator(context, centre)),
  }),
});
