import { Type } from 'typebox';
import { opsMoveBatches } from '#contract/ops-pickup-endpoints.ts';
import { FULFILMENT_STAGES } from '#contract/rules/group-status.ts';
import { OpsBatchesBody, OpsBatchesReply, OpsCentreParams } from '#contract/schemas/ops-pickup.ts';
import { moveBatches, planMove } from '../../../features/fulfilment/batch-service.ts';
import { action, call, Refusal } from '../../action.ts';

export const batchMoveAction = action({
  name: 'batch move',
  summary: 'Move the batches of a pickup centre forward. If there is a warning, --reason is required.',
  roles: ['ops'],
  key: 'repeatable',
  body: Type.Object({ ...OpsCentreParams.properties, ...OpsBatchesBody.properties }),
  console: call(opsMoveBatches, OpsBatchesReply),
  async run({ db, actor }, { centre, from, to, product, reason, dryRun: isDryRun = false }) {
    const wish = { centreCode: centre, from, to, ...(product ? { productSlug: product } : {}) };
    if (FULFILMENT_STAGES.indexOf(to) <= FULFILMENT_STAGES.indexOf(from))
      throw new Refusal('A batch only moves forward.');
    const { found, leftOut, warning } = await planMove(db, wish);
    const moved = isDryRun ? 0 : await moveBatches(db, wish, { actor, reason });
    return { data: { isDryRun, found, leftOut, warning, moved } };
  },
});
