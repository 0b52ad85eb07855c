import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReasonBody, OpsTrackingParams } from './schemas/ops.ts';
import type {
  OpsBatchesBody,
  OpsBatchesReply,
  OpsCentreParams,
  OpsCentresReply,
  OpsCollectBody,
  OpsCollectReply,
  OpsMoveParams,
  OpsMovesReply,
  OpsOverdueQuery,
  OpsPickupLinksReply,
  OpsPickupListReply,
  OpsPickupMessagesBody,
  OpsPickupMessagesReply,
  OpsPickupOverdueReply,
  OpsPickupPlanReply,
  OpsResolveBody,
  OpsUndoMoveReply,
  OpsUnprovenParams,
  OpsUnprovenReply,
} from './schemas/ops-pickup.ts';

/** @source operator.md */

export const opsCentres = endpoint<{ reply: OpsCentresReply }>('GET', '/api/ops/pickup/centres');
export const opsPickupList = endpoint<{ params: OpsCentreParams; reply: OpsPickupListReply }>(
  'GET',
  '/api/ops/pickup/:centre/list',
);
export const opsPickupOverdue = endpoint<{ reply: OpsPickupOverdueReply }>('GET', '/api/ops/pickup/overdue');
export const opsPickupPlan = endpoint<{ params: OpsCentreParams; reply: OpsPickupPlanReply }>(
  'GET',
  '/api/ops/pickup/:centre/plan',
);
export const opsPickupLinks = endpoint<{
  params: OpsCentreParams;
  query: OpsOverdueQuery;
  reply: OpsPickupLinksReply;
}>('GET', '/api/ops/pickup/:centre/links');
export const opsRecordPickupMessages = endpoint<{
  body: OpsPickupMessagesBody;
  reply: OpsPickupMessagesReply;
}>('POST', '/api/ops/pickup/written');
export const opsMoveBatches = endpoint<{
  params: OpsCentreParams;
  body: OpsBatchesBody;
  reply: OpsBatchesReply;
}>('POST', '/api/ops/pickup/:centre/batches');
export const opsMoves = endpoint<{ params: OpsCentreParams; reply: OpsMovesReply }>(
  'GET',
  '/api/ops/pickup/:centre/moves',
);
export const opsUndoMove = endpoint<{
  params: OpsMoveParams;
  body: OpsReasonBody;
  reply: OpsUndoMoveReply;
}>('POST', '/api/ops/pickup/moves/:moveId/undo');
export const opsUnproven = endpoint<{ reply: OpsUnprovenReply }>('GET', '/api/ops/pickup/unproven');
export const opsResolveUnproven = endpoint<{
  params: OpsUnprovenParams;
  body: OpsResolveBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/pickup/unproven/:id/resolve');
export const opsCollect = endpoint<{
  params: OpsTrackingParams;
  body: OpsCollectBody;
  reply: OpsCollectReply;
}>('POST', '/api/ops/pickup/orders/:trackingNumber/collect');
