import { Type } from 'typebox';
import { opsListGoodsToPack } from '#contract/ops/pickup-endpoints.ts';
import { OpsGoodsToPackQuery, OpsGoodsToPackReply } from '#contract/schemas/ops/papers.ts';
import { OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { findOrderLinesToPack } from '../../queries/pickup-goods-repository.ts';
import { getCentreFromBody } from '../centre-access.ts';
import { getUncollectedGoodsAuditTarget, requireCentreVisibleToOperator } from './uncollected-goods.ts';

export const goodsToPackListAction = defineAction({
  name: 'pickup pack',
  summary:
    'The order lines to pack for a pickup centre, by surname, at one stage or at all before they are ready.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...OpsPickupCentreParams.properties, ...OpsGoodsToPackQuery.properties }),
  centres: getCentreFromBody,
  console: defineConsoleEndpoint(opsListGoodsToPack, OpsGoodsToPackReply),
  run: async (context, { centre, stage = null }) => ({
    data: await findOrderLinesToPack(
      context.db,
      await requireCentreVisibleToOperator(context, centre),
      stage,
    ),
    lookedAt: getUncollectedGoodsAuditTarget({ centre }),
  }),
});
