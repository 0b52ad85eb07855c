import { opsMoves } from '#contract/ops-pickup-endpoints.ts';
import { OpsCentreParams, OpsMovesReply } from '#contract/schemas/ops-pickup.ts';
import { findRecentMoves } from '../../../features/fulfilment/batch-repository.ts';
import { action, call } from '../../action.ts';

export const batchMovesAction = action({
  name: 'batch moves',
  summary: 'The recent batch moves of a pickup centre that can be undone.',
  roles: ['support', 'ops', 'finance'],
  body: OpsCentreParams,
  console: call(opsMoves, OpsMovesReply),
  run: async ({ db }, { centre }) => ({ data: await findRecentMoves(db, { centreCode: centre }) }),
});
