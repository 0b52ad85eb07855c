import { opsListUnprovenHandOuts } from '#contract/ops/pickup-endpoints.ts';
import { OpsUnprovenHandOutsReply } from '#contract/schemas/ops/pickup.ts';
import { findUnprovenHandOuts } from '../../../features/fulfilment/unproven-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const unprovenHandOutListAction = defineAction({
  name: 'item unproven',
  summary: 'Goods that were handed out offline without a valid code and are not resolved yet.',
  roles: ['support', 'ops'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(opsListUnprovenHandOuts, OpsUnprovenHandOutsReply),
  run: async ({ db, centres }) => ({
    data: await findUnprovenHandOuts(db, null, centres),
    lookedAt: 'pickup:unproven',
  }),
});
