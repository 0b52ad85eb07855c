import { Type } from 'typebox';
import { opsUnlockPickupCode } from '#contract/ops/console-endpoints.ts';
import { OpsActionReply, OpsReasonBody, OpsTrackingNumberParams } from '#contract/schemas/ops/console.ts';
import { unlockPickupCode } from '../../../features/fulfilment/collect-service.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { normalizeTrackingNumber } from '../../queries/search-terms.ts';
import { findCentreOfOrder } from '../centre-access.ts';

export const pickupCodeUnlockAction = defineAction({
  name: 'item unlock',
  summary: 'Unlock the pickup code of an order after five wrong tries.',
  roles: ['support'],
  key: 'given',
  body: Type.Object({ ...OpsTrackingNumberParams.properties, ...OpsReasonBody.properties }),
  positionals: ['trackingNumber'],
  centres: findCentreOfOrder,
  console: defineConsoleEndpoint(opsUnlockPickupCode, OpsActionReply),
  async run({ db, actor, key }, { reason, ...order }) {
    const trackingNumber = normalizeTrackingNumber(order);
    await unlockPickupCode(db, trackingNumber, { actor, key, reason });
    return { data: { trackingNumber } };
  },
});
