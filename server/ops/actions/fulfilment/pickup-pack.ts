import { Type } from 'typebox';
import { opsListGoodsToPack } from '#contract/ops-pickup-endpoints.ts';
import { OpsGoodsToPackQuery, OpsGoodsToPackReply } from '#contract/schemas/ops-papers.ts';
import { OpsPickupCentreParams } from '#contract/schemas/ops-pickup.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { findLinesToPack } from '../../readings/papers-repository.ts';
import { getUncollectedGoodsAuditTarget, requireCentreCode } from './uncollected-goods.ts';

export const goodsToPackAction = defineAction({
  name: 'pickup pack',
  summary:
    'The order lines to pack for a pickup centre, by surname, at one stage or at all before they are ready.',
  roles: ['support', 'ops'],
  body: Type.Object({ ...OpsPickupCentreParams.properties, ...OpsGoodsToPackQuery.properties }),
  console: defineConsoleEndpoint(opsListGoodsToPack, OpsGoodsToPackReply),
  run: async ({ db }, { centre, stage = null }) => ({
    data: await findLinesToPack(db, await requireCentreCode({ db, centres: null }, centre), stage),
    lookedAt: getUncollectedGoodsAuditTarget({ centre }),
  }),
});
