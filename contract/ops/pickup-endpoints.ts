import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsAddPickupCentreBody,
  OpsEditPickupCentreBody,
  OpsPickupCentresReply,
} from '../schemas/ops/centres.ts';
import type { OpsActionReply, OpsReasonBody, OpsTrackingNumberParams } from '../schemas/ops/console.ts';
import type {
  OpsGoodsToBuyQuery,
  OpsGoodsToBuyReply,
  OpsGoodsToPackQuery,
  OpsGoodsToPackReply,
} from '../schemas/ops/papers.ts';
import type {
  OpsBatchStageChangeParams,
  OpsBatchStageChangesReply,
  OpsChangeBatchStageBody,
  OpsChangeBatchStageReply,
  OpsGoodsByStageReply,
  OpsHandOutOrderBody,
  OpsHandOutOrderReply,
  OpsInvalidCodeHandOutParams,
  OpsInvalidCodeHandOutsReply,
  OpsOverduePickupsReply,
  OpsPickupCentreParams,
  OpsPickupLinesReply,
  OpsRecordSentPickupMessagesBody,
  OpsRecordSentPickupMessagesReply,
  OpsResolveInvalidCodeHandOutBody,
  OpsUndoBatchStageChangeReply,
  OpsWhatsappMessageLinksQuery,
  OpsWhatsappMessageLinksReply,
} from '../schemas/ops/pickup.ts';

export const opsListPickupCentres = defineEndpoint<{ reply: OpsPickupCentresReply }>(
  'GET',
  '/api/ops/pickup/centres',
);
export const opsAddPickupCentre = defineEndpoint<{
  body: OpsAddPickupCentreBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/pickup/centres');
export const opsEditPickupCentre = defineEndpoint<{
  params: OpsPickupCentreParams;
  body: OpsEditPickupCentreBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/pickup/:centre/edit');
export const opsDeactivatePickupCentre = defineEndpoint<{
  params: OpsPickupCentreParams;
  reply: OpsActionReply;
}>('POST', '/api/ops/pickup/:centre/deactivate');
export const opsListPickupLines = defineEndpoint<{
  params: OpsPickupCentreParams;
  reply: OpsPickupLinesReply;
}>('GET', '/api/ops/pickup/:centre/list');
export const opsListOverduePickups = defineEndpoint<{ reply: OpsOverduePickupsReply }>(
  'GET',
  '/api/ops/pickup/overdue',
);
export const opsListGoodsByStage = defineEndpoint<{
  params: OpsPickupCentreParams;
  reply: OpsGoodsByStageReply;
}>('GET', '/api/ops/pickup/:centre/plan');
export const opsListGoodsToBuy = defineEndpoint<{
  query: OpsGoodsToBuyQuery;
  reply: OpsGoodsToBuyReply;
}>('GET', '/api/ops/pickup/buy');
export const opsListGoodsToPack = defineEndpoint<{
  params: OpsPickupCentreParams;
  query: OpsGoodsToPackQuery;
  reply: OpsGoodsToPackReply;
}>('GET', '/api/ops/pickup/:centre/pack');
export const opsListWhatsappMessageLinks = defineEndpoint<{
  params: OpsPickupCentreParams;
  query: OpsWhatsappMessageLinksQuery;
  reply: OpsWhatsappMessageLinksReply;
}>('GET', '/api/ops/pickup/:centre/links');
export const opsRecordSentPickupMessages = defineEndpoint<{
  body: OpsRecordSentPickupMessagesBody;
  reply: OpsRecordSentPickupMessagesReply;
}>('POST', '/api/ops/pickup/written');
export const opsChangeBatchStage = defineEndpoint<{
  params: OpsPickupCentreParams;
  body: OpsChangeBatchStageBody;
  reply: OpsChangeBatchStageReply;
}>('POST', '/api/ops/pickup/:centre/batches');
export const opsListBatchStageChanges = defineEndpoint<{
  params: OpsPickupCentreParams;
  reply: OpsBatchStageChangesReply;
}>('GET', '/api/ops/pickup/:centre/moves');
export const opsUndoBatchStageChange = defineEndpoint<{
  params: OpsBatchStageChangeParams;
  body: OpsReasonBody;
  reply: OpsUndoBatchStageChangeReply;
}>('POST', '/api/ops/pickup/moves/:moveId/undo');
export const opsListInvalidCodeHandOuts = defineEndpoint<{ reply: OpsInvalidCodeHandOutsReply }>(
  'GET',
  '/api/ops/pickup/unproven',
);
export const opsResolveInvalidCodeHandOut = defineEndpoint<{
  params: OpsInvalidCodeHandOutParams;
  body: OpsResolveInvalidCodeHandOutBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/pickup/unproven/:id/resolve');
export const opsHandOutOrder = defineEndpoint<{
  params: OpsTrackingNumberParams;
  body: OpsHandOutOrderBody;
  reply: OpsHandOutOrderReply;
}>('POST', '/api/ops/pickup/orders/:trackingNumber/collect');
