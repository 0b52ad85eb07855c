import { opsListPickupCentres } from '#contract/ops-pickup-endpoints.ts';
import { OpsPickupCentresReply } from '#contract/schemas/ops-centres.ts';
import { listAllCentres } from '../../../features/fulfilment/centre-repository.ts';
import { defineAction, defineConsoleEndpoint, EmptyActionBody } from '../../action.ts';

export const centreListAction = defineAction({
  name: 'centre list',
  summary: 'All pickup centres, including closed ones.',
  roles: ['support', 'ops', 'finance'],
  body: EmptyActionBody,
  centres: 'listed',
  console: defineConsoleEndpoint(opsListPickupCentres, OpsPickupCentresReply),
  run: async ({ db, centres }) => ({ data: await listAllCentres(db, centres) }),
});
