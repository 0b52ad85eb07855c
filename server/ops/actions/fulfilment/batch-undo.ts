import { Type } from 'typebox';
import { opsUndoBatchMove } from '#contract/ops/pickup-endpoints.ts';
import { OpsReasonBody } from '#contract/schemas/ops/console.ts';
import { OpsBatchMoveParams, OpsUndoBatchMoveReply } from '#contract/schemas/ops/pickup.ts';
import {
  findUndoableBatchStageChange,
  undoBatchStageChange,
} from '../../../features/fulfilment/batch-service.ts';
import { defineAction, defineConsoleEndpoint } from '../../action.ts';

export const batchStageUndoAction = defineAction({
  name: 'batch undo',
  summary: 'Undo a batch move, one step, as long as nothing was collected since.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    ...OpsBatchMoveParams.properties,
    ...OpsReasonBody.properties,
    dryRun: Type.Optional(Type.Boolean()),
  }),
  positionals: ['moveId'],
  centres: async (db, { moveId }) => [(await findUndoableBatchStageChange(db, moveId)).centreCode],
  console: defineConsoleEndpoint(opsUndoBatchMove, OpsUndoBatchMoveReply),
  async run({ db, actor }, { moveId, reason, dryRun: isDryRun = false }) {
    const { from, to, batches } = await findUndoableBatchStageChange(db, moveId);
    const back = isDryRun ? [] : await undoBatchStageChange(db, moveId, { actor, reason });
    return { data: { moveId, from: to, to: from, isDryRun, batches, takenBack: back.length } };
  },
});
