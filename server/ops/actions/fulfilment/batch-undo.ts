import { Type } from 'typebox';
import { opsUndoMove } from '#contract/ops-pickup-endpoints.ts';
import { OpsReasonBody } from '#contract/schemas/ops.ts';
import { OpsMoveParams, OpsUndoMoveReply } from '#contract/schemas/ops-pickup.ts';
import { findMove, undoMove } from '../../../features/fulfilment/batch-service.ts';
import { action, call } from '../../action.ts';

export const batchUndoAction = action({
  name: 'batch undo',
  summary: 'Undo a batch move, one step, as long as nothing was collected since.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    ...OpsMoveParams.properties,
    ...OpsReasonBody.properties,
    dryRun: Type.Optional(Type.Boolean()),
  }),
  positionals: ['moveId'],
  console: call(opsUndoMove, OpsUndoMoveReply),
  async run({ db, actor }, { moveId, reason, dryRun: isDryRun = false }) {
    const { from, to, batches } = await findMove(db, moveId);
    const back = isDryRun ? [] : await undoMove(db, moveId, { actor, reason });
    return { data: { moveId, from: to, to: from, isDryRun, batches, takenBack: back.length } };
  },
});
