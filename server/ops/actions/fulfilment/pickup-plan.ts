import { opsListGoodsByStage } from '#contract/ops-pickup-endpoints.ts';
import { OpsGoodsByStageReply, OpsPickupCentreParams } from '#contract/schemas/ops-pickup.ts';
import { defineAction, defineConsoleCall } from '../../action.ts';
import { readPickupPlan } from '../../readings/order-repository.ts';
import { requireCentreCode } from './pickup-waiting.ts';

export const pickupPlanShowAction = defineAction({
  name: 'pickup plan',
  summary: 'What to buy and pack for a pickup centre, by product, unit and stage.',
  roles: ['support', 'ops', 'finance'],
  body: OpsPickupCentreParams,
  console: defineConsoleCall(opsListGoodsByStage, OpsGoodsByStageReply),
  run: async ({ db }, { centre }) => ({
    data: await readPickupPlan(db, await requireCentreCode(db, centre)),
  }),
});
