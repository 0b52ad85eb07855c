import { opsListBatchMoves } from '#contract/ops/pickup-endpoints.ts';
import { OpsBatchMovesReply, OpsPickupCentreParams } from '#contract/schemas/ops/pickup.ts';
import { findRecentBatchStageChanges } from '../../../features/fulfilment/batch-repository.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';
import { getCentreFromBody } from '../centre-access.ts';
import { requireCentreVisibleToOperator } from './uncollected-goods.ts';

export const batchStageChangeListAction = defineAction({
  name: 'batch moves',
  summary: 'The recent batch moves of a pickup centre that can be undone.',
  roles: ['support', 'ops', 'finance'],
  body: OpsPickupCentreParams,
  centres: getCentreFromBody,
  console: defineConsoleEndpoint(opsListBatchMoves, OpsBatchMovesReply),
  run: async (context, { centre }) => ({
    data: await findRecentBatchStageChanges(context.db, {
      centreCode: await requireCentreVisibleToOperator(context, centre),
    }),
  }),
});
