import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsActionReply,
  OpsPaymentReferenceParams,
  OpsTrackingNumberParams,
} from '../schemas/ops/console.ts';
import type {
  OpsCardRefundReply,
  OpsDailySheetQuery,
  OpsDailySheetReply,
  OpsExportPostingsBody,
  OpsGrantGoodwillCreditBody,
  OpsInvariantsReply,
  OpsMoneyActionReply,
  OpsMonthlyAccountsQuery,
  OpsMonthlyAccountsReply,
  OpsReconciliationItemParams,
  OpsReconciliationItemsQuery,
  OpsReconciliationItemsReply,
  OpsRefundCardPaymentBody,
  OpsRefundGroupBody,
  OpsRefundGroupParams,
  OpsRefundOrderLineBody,
  OpsResolveReconciliationItemBody,
  OpsRunReconciliationBody,
} from '../schemas/ops/money.ts';
import type { OpsExportReply } from '../schemas/ops/orders.ts';

/** These calls handle refunds, goodwill credits, reconciliation and monthly accounts. @source operator.md */

export const opsGrantGoodwillCredit = defineEndpoint<{
  body: OpsGrantGoodwillCreditBody;
  reply: OpsMoneyActionReply;
}>('POST', '/api/ops/goodwill');
export const opsRefundOrderLine = defineEndpoint<{
  params: OpsTrackingNumberParams;
  body: OpsRefundOrderLineBody;
  reply: OpsMoneyActionReply;
}>('POST', '/api/ops/orders/:trackingNumber/refund');
export const opsRefundCardPayment = defineEndpoint<{
  params: OpsPaymentReferenceParams;
  body: OpsRefundCardPaymentBody;
  reply: OpsCardRefundReply;
}>('POST', '/api/ops/payments/:reference/refund');
export const opsRefundGroup = defineEndpoint<{
  params: OpsRefundGroupParams;
  body: OpsRefundGroupBody;
  reply: OpsCardRefundReply;
}>('POST', '/api/ops/groups/:groupId/refund');
export const opsRetryPaymentSettlement = defineEndpoint<{
  params: OpsPaymentReferenceParams;
  reply: OpsActionReply;
}>('POST', '/api/ops/payments/:reference/resettle');

export const opsListReconciliationItems = defineEndpoint<{
  query: OpsReconciliationItemsQuery;
  reply: OpsReconciliationItemsReply;
}>('GET', '/api/ops/recon');
export const opsRunReconciliation = defineEndpoint<{ body: OpsRunReconciliationBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/recon/run',
);
export const opsResolveReconciliationItem = defineEndpoint<{
  params: OpsReconciliationItemParams;
  body: OpsResolveReconciliationItemBody;
  reply: OpsMoneyActionReply;
}>('POST', '/api/ops/recon/:item/resolve');

export const opsGetMonthlyAccounts = defineEndpoint<{
  query: OpsMonthlyAccountsQuery;
  reply: OpsMonthlyAccountsReply;
}>('GET', '/api/ops/month');
export const opsExportPostings = defineEndpoint<{ body: OpsExportPostingsBody; reply: OpsExportReply }>(
  'POST',
  '/api/ops/postings/export',
);
export const opsGetDailySheet = defineEndpoint<{ query: OpsDailySheetQuery; reply: OpsDailySheetReply }>(
  'GET',
  '/api/ops/day',
);
export const opsCheckMoneyInvariants = defineEndpoint<{ reply: OpsInvariantsReply }>(
  'GET',
  '/api/ops/invariants',
);
