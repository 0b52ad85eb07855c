import { Type } from 'typebox';
import * as calls from '#contract/ops/pickup-endpoints.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import { OpsReasonBody } from '#contract/schemas/ops/console.ts';
import * as schemas from '#contract/schemas/ops/pickup.ts';
import { findRecentBatchStageChanges } from '../../../features/fulfilment/batch-repository.ts';
import {
  advanceBatchStages,
  findUndoableBatchStageChange,
  planBatchStageChange,
  undoBatchStageChange,
} from '../../../features/fulfilment/batch-service.ts';
import { findCentreOverloadWarning } from '../../../features/fulfilment/centre-load.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { getRequestedCentres } from '../allowed-centres.ts';

const batchMoveAction = defineAction({
  name: 'batch move',
  summary: 'Move the batches of a pickup centre forward. If there is a warning, --reason is required.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    ...schemas.OpsPickupCentreParams.properties,
    ...schemas.OpsChangeBatchStageBody.properties,
  }),
  centres: getRequestedCentres,
  console: defineConsoleEndpoint(calls.opsChangeBatchStage, schemas.OpsChangeBatchStageReply),
  async run({ db, actor }, { centre, from, to, product, reason, dryRun: isDryRun = false }) {
    const wish = { centreCode: centre, from, to, ...(product ? { productSlug: product } : {}) };
    if (FULFILMENT_STAGES.indexOf(to) <= FULFILMENT_STAGES.indexOf(from))
      throw new ActionRefusedError('A batch only moves forward.');
    const { found, leftOut, warning } = await planBatchStageChange(db, wish);
    const groupIds = to === 'delivered' ? [] : found.map(({ groupId }) => groupId);
    const overload = await findCentreOverloadWarning(db, centre, groupIds);
    const moved = isDryRun ? 0 : await advanceBatchStages(db, wish, { actor, reason });
    return { data: { isDryRun, found, leftOut, warning, overload, moved } };
  },
});

const batchMoveListAction = defineAction({
  name: 'batch moves',
  summary: 'The recent batch moves of a pickup centre that can be undone.',
  roles: ['support', 'ops', 'finance'],
  body: schemas.OpsPickupCentreParams,
  centres: getRequestedCentres,
  console: defineConsoleEndpoint(calls.opsListBatchStageChanges, schemas.OpsBatchStageChangesReply),
  run: async ({ db }, { centre }) => ({
    data: await findRecentBatchStageChanges(db, { centreCode: centre }),
  }),
});

const batchUndoAction = defineAction({
  name: 'batch undo',
  summary: 'Undo a batch move, one step, as long as nothing was collected since.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({
    ...schemas.OpsBatchStageChangeParams.properties,
    ...OpsReasonBody.properties,
    dryRun: Type.Optional(Type.Boolean()),
  }),
  positionals: ['moveId'],
  centres: async (db, { moveId }) => [(await findUndoableBatchStageChange(db, moveId)).centreCode],
  console: defineConsoleEndpoint(calls.opsUndoBatchStageChange, schemas.OpsUndoBatchStageChangeReply),
  async run({ db, actor }, { moveId, reason, dryRun: isDryRun = false }) {
    const { from, to, batches } = await findUndoableBatchStageChange(db, moveId);
    const back = isDryRun ? [] : await undoBatchStageChange(db, moveId, { actor, reason });
    return { data: { moveId, from: to, to: from, isDryRun, batches, takenBack: back.length } };
  },
});

export const batchActions = [batchMoveAction, batchMoveListAction, batchUndoAction];
