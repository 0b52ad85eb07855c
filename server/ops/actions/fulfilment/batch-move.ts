import { Type } from 'typebox';
import { opsMoveBatches } from '#contract/ops/pickup-endpoints.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group/group-status.ts';
import {
  OpsMoveBatchesBody,
  OpsMoveBatchesReply,
  OpsPickupCentreParams,
} from '#contract/schemas/ops/pickup.ts';
import { advanceBatchStages, previewBatchStageChange } from '../../../features/fulfilment/batch-service.ts';
import { findCentreOverloadWarning } from '../../../features/fulfilment/centre-load.ts';
import { ActionRefusedError, defineAction, defineConsoleEndpoint } from '../../action.ts';
import { getCentreFromBody } from '../centre-access.ts';
import { requireNamedRecords } from '../named-records.ts';

export const batchStageAdvanceAction = defineAction({
  name: 'batch move',
  summary: 'Move the batches of a pickup centre forward. If there is a warning, --reason is required.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({ ...OpsPickupCentreParams.properties, ...OpsMoveBatchesBody.properties }),
  centres: getCentreFromBody,
  console: defineConsoleEndpoint(opsMoveBatches, OpsMoveBatchesReply),
  async run({ db, actor, centres }, { centre, from, to, product, reason, dryRun: isDryRun = false }) {
    await requireNamedRecords({ db, centres }, { centre, product });
    const wish = { centreCode: centre, from, to, ...(product ? { productSlug: product } : {}) };
    if (FULFILMENT_STAGES.indexOf(to) <= FULFILMENT_STAGES.indexOf(from))
      throw new ActionRefusedError('A batch only moves forward.');
    const { found, leftOut, warning } = await previewBatchStageChange(db, wish);
    const groupIds = to === 'delivered' ? [] : found.map(({ groupId }) => groupId);
    const overload = await findCentreOverloadWarning(db, centre, groupIds);
    const moved = isDryRun ? 0 : await advanceBatchStages(db, wish, { actor, reason });
    return { data: { isDryRun, found, leftOut, warning, overload, moved } };
  },
});
