import { opsUnproven } from '#contract/ops-pickup-endpoints.ts';
import { OpsUnprovenReply } from '#contract/schemas/ops-pickup.ts';
import { findUnproven } from '../../../features/fulfilment/unproven-repository.ts';
import { action, call, NoFields } from '../../action.ts';

export const itemUnprovenAction = action({
  name: 'item unproven',
  summary: 'Goods that were handed out offline without a valid code and are not resolved yet.',
  roles: ['support', 'ops'],
  body: NoFields,
  console: call(opsUnproven, OpsUnprovenReply),
  run: async ({ db }) => ({ data: await findUnproven(db, null), lookedAt: 'pickup:unproven' }),
});
