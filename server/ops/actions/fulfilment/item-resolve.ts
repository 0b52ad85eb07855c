import { Type } from 'typebox';
import { opsResolveInvalidCodeHandOut } from '#contract/ops/pickup-endpoints.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import {
  OpsInvalidCodeHandOutParams,
  OpsResolveInvalidCodeHandOutBody,
} from '#contract/schemas/ops/pickup.ts';
import { findCentreOfHandOutWithInvalidCode } from '../../../features/fulfilment/invalid-code-repository.ts';
import { resolveHandOutWithInvalidCode } from '../../../features/fulfilment/invalid-code-service.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const handOutWithoutValidCodeResolveAction = defineAction({
  name: 'item resolve',
  summary:
    'Resolve goods that were handed out without a valid code. collected: the right code was entered later. confirmed: the shopper says they have them; the line counts as handed out. lost: written off.',
  roles: ['support', 'ops'],
  key: 'given',
  body: Type.Object({
    ...OpsInvalidCodeHandOutParams.properties,
    ...OpsResolveInvalidCodeHandOutBody.properties,
  }),
  positionals: ['id'],
  centres: (db, { id }) => findCentreOfHandOutWithInvalidCode(db, Number(id)),
  console: defineConsoleEndpoint(opsResolveInvalidCodeHandOut, OpsActionReply),
  async run({ db, actor, key }, { id, outcome, reason }) {
    const { trackingNumber, line } = await resolveHandOutWithInvalidCode(db, Number(id), outcome, {
      actor,
      key,
      reason,
    });
    return { data: { id: Number(id), trackingNumber, line, outcome } };
  },
});
