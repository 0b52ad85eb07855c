import { defineGet, definePost } from '../endpoint.ts';
import type {
  OpsAddPickupCentreBody,
  OpsEditPickupCentreBody,
  OpsPickupCentresReply,
} from '../schemas/ops/centres.ts';
import type { OpsActionReply, OpsReasonBody, OpsTrackingNumberParams } from '../schemas/ops/console.ts';
import type * as papers from '../schemas/ops/papers.ts';
import type * as pickup from '../schemas/ops/pickup.ts';

export const opsListPickupCentres = defineGet<{ reply: OpsPickupCentresReply }>('/api/ops/pickup/centres');
export const opsAddPickupCentre = definePost<{ body: OpsAddPickupCentreBody; reply: OpsActionReply }>(
  '/api/ops/pickup/centres',
);
export const opsEditPickupCentre = definePost<{
  params: pickup.OpsPickupCentreParams;
  body: OpsEditPickupCentreBody;
  reply: OpsActionReply;
}>('/api/ops/pickup/:centre/edit');
export const opsDeactivatePickupCentre = definePost<{
  params: pickup.OpsPickupCentreParams;
  reply: OpsActionReply;
}>('/api/ops/pickup/:centre/deactivate');
export const opsGetPickupList = defineGet<{
  params: pickup.OpsPickupCentreParams;
  reply: pickup.OpsPickupListReply;
}>('/api/ops/pickup/:centre/list');
export const opsListOverduePickups = defineGet<{ reply: pickup.OpsOverduePickupsReply }>(
  '/api/ops/pickup/overdue',
);
export const opsListGoodsByStage = defineGet<{
  params: pickup.OpsPickupCentreParams;
  reply: pickup.OpsGoodsByStageReply;
}>('/api/ops/pickup/:centre/plan');
export const opsListGoodsToBuy = defineGet<{
  query: papers.OpsGoodsToBuyQuery;
  reply: papers.OpsGoodsToBuyReply;
}>('/api/ops/pickup/buy');
export const opsListGoodsToPack = defineGet<{
  params: pickup.OpsPickupCentreParams;
  query: papers.OpsGoodsToPackQuery;
  reply: papers.OpsGoodsToPackReply;
}>('/api/ops/pickup/:centre/pack');
export const opsListPickupMessageLinks = defineGet<{
  params: pickup.OpsPickupCentreParams;
  query: pickup.OpsPickupMessageLinksQuery;
  reply: pickup.OpsPickupMessageLinksReply;
}>('/api/ops/pickup/:centre/links');
export const opsRecordSentPickupMessages = definePost<{
  body: pickup.OpsRecordSentPickupMessagesBody;
  reply: pickup.OpsRecordSentPickupMessagesReply;
}>('/api/ops/pickup/written');
export const opsMoveBatches = definePost<{
  params: pickup.OpsPickupCentreParams;
  body: pickup.OpsMoveBatchesBody;
  reply: pickup.OpsMoveBatchesReply;
}>('/api/ops/pickup/:centre/batches');
export const opsListBatchMoves = defineGet<{
  params: pickup.OpsPickupCentreParams;
  reply: pickup.OpsBatchMovesReply;
}>('/api/ops/pickup/:centre/moves');
export const opsUndoBatchMove = definePost<{
  params: pickup.OpsBatchMoveParams;
  body: OpsReasonBody;
  reply: pickup.OpsUndoBatchMoveReply;
}>('/api/ops/pickup/moves/:moveId/undo');
export const opsListInvalidCodeHandOuts = defineGet<{ reply: pickup.OpsInvalidCodeHandOutsReply }>(
  '/api/ops/pickup/unproven',
);
export const opsResolveInvalidCodeHandOut = definePost<{
  params: pickup.OpsInvalidCodeHandOutParams;
  body: pickup.OpsResolveInvalidCodeHandOutBody;
  reply: OpsActionReply;
}>('/api/ops/pickup/unproven/:id/resolve');
export const opsHandOutOrder = definePost<{
  params: OpsTrackingNumberParams;
  body: pickup.OpsHandOutOrderBody;
  reply: pickup.OpsHandOutOrderReply;
}>('/api/ops/pickup/orders/:trackingNumber/collect');
