import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReferenceParams, OpsTrackingParams } from './schemas/ops.ts';
import type {
  OpsCardRefundReply,
  OpsGoodwillBody,
  OpsInvariantsReply,
  OpsMoneyReply,
  OpsMonthQuery,
  OpsMonthReply,
  OpsReconciliationParams,
  OpsReconciliationQuery,
  OpsReconciliationReply,
  OpsReconciliationRunBody,
  OpsRefundCardBody,
  OpsRefundGroupBody,
  OpsRefundGroupParams,
  OpsRefundItemBody,
  OpsResolveBody,
} from './schemas/ops-money.ts';

/** These calls handle refunds, goodwill credits, reconciliation and monthly accounts. @source operator.md */

export const opsGoodwill = endpoint<{ body: OpsGoodwillBody; reply: OpsMoneyReply }>(
  'POST',
  '/api/ops/goodwill',
);
export const opsRefundItem = endpoint<{
  params: OpsTrackingParams;
  body: OpsRefundItemBody;
  reply: OpsMoneyReply;
}>('POST', '/api/ops/orders/:trackingNumber/refund');
export const opsRefundCard = endpoint<{
  params: OpsReferenceParams;
  body: OpsRefundCardBody;
  reply: OpsCardRefundReply;
}>('POST', '/api/ops/payments/:reference/refund');
export const opsRefundGroup = endpoint<{
  params: OpsRefundGroupParams;
  body: OpsRefundGroupBody;
  reply: OpsCardRefundReply;
}>('POST', '/api/ops/groups/:groupId/refund');
export const opsResettlePayment = endpoint<{ params: OpsReferenceParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/payments/:reference/resettle',
);

export const opsReconciliation = endpoint<{ query: OpsReconciliationQuery; reply: OpsReconciliationReply }>(
  'GET',
  '/api/ops/recon',
);
export const opsRunReconciliation = endpoint<{ body: OpsReconciliationRunBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/recon/run',
);
export const opsResolveReconciliation = endpoint<{
  params: OpsReconciliationParams;
  body: OpsResolveBody;
  reply: OpsMoneyReply;
}>('POST', '/api/ops/recon/:item/resolve');

export const opsMonth = endpoint<{ query: OpsMonthQuery; reply: OpsMonthReply }>('GET', '/api/ops/month');
export const opsInvariants = endpoint<{ reply: OpsInvariantsReply }>('GET', '/api/ops/invariants');
