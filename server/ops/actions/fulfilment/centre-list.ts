import { opsCentres } from '#contract/ops-pickup-endpoints.ts';
import { OpsCentresReply } from '#contract/schemas/ops-pickup.ts';
import { listCentres } from '../../../features/fulfilment/centre-repository.ts';
import { action, call, NoFields } from '../../action.ts';

export const centreListAction = action({
  name: 'centre list',
  summary: 'All pickup centres, including closed ones.',
  roles: ['support', 'ops', 'finance'],
  body: NoFields,
  console: call(opsCentres, OpsCentresReply),
  run: async ({ db }) => ({ data: await listCentres(db) }),
});
