import { Type } from 'typebox';
import { opsResolveUnprovenHandOut } from '#contract/ops/pickup-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import { OpsResolveUnprovenHandOutBody, OpsUnprovenHandOutParams } from '#contract/schemas/ops/pickup.ts';
import { findCentreOfUnprovenHandOut } from '../../../features/fulfilment/unproven-repository.ts';
import { resolveUnprovenHandOut } from '../../../features/fulfilment/unproven-service.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const unprovenHandOutResolveAction = defineAction({
  name: 'item resolve',
  summary:
    'Resolve goods that were handed out without a valid code. collected: the right code was entered later. confirmed: the shopper says they have them; the line counts as handed out. lost: written off.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({ ...OpsUnprovenHandOutParams.properties, ...OpsResolveUnprovenHandOutBody.properties }),
  positionals: ['id'],
  centres: (db, { id }) => findCentreOfUnprovenHandOut(db, Number(id)),
  console: defineConsoleEndpoint(opsResolveUnprovenHandOut, OpsActionReply),
  async run({ db, actor, key }, { id, outcome, reason }) {
    const { trackingNumber, line } = await resolveUnprovenHandOut(db, Number(id), outcome, {
      actor,
      key,
      reason,
    });
    return { data: { id: Number(id), trackingNumber, line, outcome } };
  },
});
