import { opsListInvalidCodeHandOuts } from '#contract/ops/pickup-endpoints.ts';
import { OpsInvalidCodeHandOutsReply } from '#contract/schemas/ops/pickup.ts';
import { findHandOutsWithInvalidCode } from '../../../features/fulfilment/invalid-code-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const handOutWithoutValidCodeListAction = defineAction({
  name: 'item unproven',
  summary: 'Goods that were handed out offline without a valid code and are not resolved yet.',
  roles: ['support', 'ops'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(opsListInvalidCodeHandOuts, OpsInvalidCodeHandOutsReply),
  run: async ({ db, centres }) => ({
    data: await findHandOutsWithInvalidCode(db, null, centres),
    lookedAt: 'pickup:unproven',
  }),
});
