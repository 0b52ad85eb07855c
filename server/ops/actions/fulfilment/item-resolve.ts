import { Type } from 'typebox';
import { opsResolveUnproven } from '#contract/ops-pickup-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops.ts';
import { OpsResolveBody, OpsUnprovenParams } from '#contract/schemas/ops-pickup.ts';
import { resolveUnproven } from '../../../features/fulfilment/unproven-service.ts';
import { action, call } from '../../action.ts';

export const itemResolveAction = action({
  name: 'item resolve',
  summary:
    'Resolve goods that were handed out without a valid code. collected: the right code was entered later. confirmed: the shopper says they have them; the line counts as handed out. lost: written off.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsUnprovenParams.properties, ...OpsResolveBody.properties }),
  positionals: ['id'],
  console: call(opsResolveUnproven, OpsActionReply),
  async run({ db, actor, key }, { id, outcome, reason }) {
    const { trackingNumber, line } = await resolveUnproven(db, Number(id), outcome, { actor, key, reason });
    return { data: { id: Number(id), trackingNumber, line, outcome } };
  },
});
