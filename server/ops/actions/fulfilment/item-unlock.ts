import { Type } from 'typebox';
import { opsUnlockPickup } from '#contract/ops-endpoints.ts';
import { OpsActionReply, OpsReasonBody, OpsTrackingParams } from '#contract/schemas/ops.ts';
import { unlockPickup } from '../../../features/fulfilment/collect-service.ts';
import { action, call } from '../../action.ts';
import { trackingNumberOf } from '../../readings/search-terms.ts';

export const itemUnlockAction = action({
  name: 'item unlock',
  summary: 'Unlock the pickup code of an order after five wrong tries.',
  roles: ['support'],
  key: 'given',
  body: Type.Object({ ...OpsTrackingParams.properties, ...OpsReasonBody.properties }),
  positionals: ['trackingNumber'],
  console: call(opsUnlockPickup, OpsActionReply),
  async run({ db, actor, key }, { reason, ...order }) {
    const trackingNumber = trackingNumberOf(order);
    await unlockPickup(db, trackingNumber, { actor, key, reason });
    return { data: { trackingNumber } };
  },
});
