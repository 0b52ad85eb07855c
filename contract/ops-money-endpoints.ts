import { endpoint } from './endpoint.ts';
import type { OpsActReply, OpsReasonBody, OpsReferenceParams, OpsTrackingParams } from './schemas/ops.ts';
import type { OpsGroupParams } from './schemas/ops-groups.ts';
import type {
  OpsCardRefundPlanReply,
  OpsCardRefundsReply,
  OpsGoodwillBody,
  OpsGoodwillReply,
  OpsGroupRefundPlanReply,
  OpsInvariantsReply,
  OpsMonthQuery,
  OpsMonthReply,
  OpsReconParams,
  OpsReconQuery,
  OpsReconReply,
  OpsReconRunBody,
  OpsRefundCardBody,
  OpsRefundItemBody,
  OpsRefundItemReply,
  OpsResolveBody,
  OpsResolveReply,
} from './schemas/ops-money.ts';

/** The money of the console: refunds, goodwill, reconciliation, the month. @source operator.md */

export const opsGoodwill = endpoint<{ body: OpsGoodwillBody; reply: OpsGoodwillReply }>(
  'POST',
  '/api/ops/goodwill',
);

export const opsRefundItem = endpoint<{
  params: OpsTrackingParams;
  body: OpsRefundItemBody;
  reply: OpsRefundItemReply;
}>('POST', '/api/ops/orders/:trackingNumber/refund');

export const opsPlanCardRefund = endpoint<{
  params: OpsReferenceParams;
  body: OpsRefundCardBody;
  reply: OpsCardRefundPlanReply;
}>('POST', '/api/ops/payments/:reference/refund/plan');
export const opsRefundCard = endpoint<{
  params: OpsReferenceParams;
  body: OpsRefundCardBody;
  reply: OpsCardRefundsReply;
}>('POST', '/api/ops/payments/:reference/refund');
export const opsResettle = endpoint<{ params: OpsReferenceParams; reply: OpsActReply }>(
  'POST',
  '/api/ops/payments/:reference/resettle',
);

export const opsPlanGroupRefund = endpoint<{
  params: OpsGroupParams;
  body: OpsReasonBody;
  reply: OpsGroupRefundPlanReply;
}>('POST', '/api/ops/groups/:groupId/refund/plan');
export const opsRefundGroup = endpoint<{
  params: OpsGroupParams;
  body: OpsReasonBody;
  reply: OpsCardRefundsReply;
}>('POST', '/api/ops/groups/:groupId/refund');

export const opsRecon = endpoint<{ query: OpsReconQuery; reply: OpsReconReply }>(
  'GET',
  '/api/ops/reconciliation',
);
export const opsReconRun = endpoint<{ body: OpsReconRunBody; reply: OpsActReply }>(
  'POST',
  '/api/ops/reconciliation/run',
);
export const opsResolve = endpoint<{ params: OpsReconParams; body: OpsResolveBody; reply: OpsResolveReply }>(
  'POST',
  '/api/ops/reconciliation/:item/resolve',
);

export const opsMonth = endpoint<{ query: OpsMonthQuery; reply: OpsMonthReply }>('GET', '/api/ops/month');
export const opsInvariants = endpoint<{ reply: OpsInvariantsReply }>('GET', '/api/ops/invariants');
