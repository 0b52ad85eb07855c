import { opsPickupPlan } from '#contract/ops-pickup-endpoints.ts';
import { OpsCentreParams, OpsPickupPlanReply } from '#contract/schemas/ops-pickup.ts';
import { action, call } from '../../action.ts';
import { readPickupPlan } from '../../readings/order-repository.ts';
import { requireCentre } from './pickup-waiting.ts';

export const pickupPlanAction = action({
  name: 'pickup plan',
  summary: 'What to buy and pack for a pickup centre, by product, unit and stage.',
  roles: ['support', 'ops', 'finance'],
  body: OpsCentreParams,
  console: call(opsPickupPlan, OpsPickupPlanReply),
  run: async ({ db }, { centre }) => ({ data: await readPickupPlan(db, await requireCentre(db, centre)) }),
});
