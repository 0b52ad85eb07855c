import { defineGet, definePost } from '../endpoint.ts';
import type {
  OpsActionReply,
  OpsPaymentReferenceParams,
  OpsTrackingNumberParams,
} from '../schemas/ops/console.ts';
import type * as money from '../schemas/ops/money.ts';
import type { OpsCsvExportReply } from '../schemas/ops/orders.ts';

/** These calls handle refunds, goodwill credits, reconciliation and monthly accounts. @source operator.md */

export const opsGrantGoodwillCredit = definePost<{
  body: money.OpsGrantGoodwillCreditBody;
  reply: money.OpsMoneyActionReply;
}>('/api/ops/goodwill');
export const opsRefundOrderLine = definePost<{
  params: OpsTrackingNumberParams;
  body: money.OpsRefundOrderLineBody;
  reply: money.OpsMoneyActionReply;
}>('/api/ops/orders/:trackingNumber/refund');
export const opsRefundCardPayment = definePost<{
  params: OpsPaymentReferenceParams;
  body: money.OpsRefundCardPaymentBody;
  reply: money.OpsCardRefundReply;
}>('/api/ops/payments/:reference/refund');
export const opsRefundGroup = definePost<{
  params: money.OpsRefundGroupParams;
  body: money.OpsRefundGroupBody;
  reply: money.OpsCardRefundReply;
}>('/api/ops/groups/:groupId/refund');
export const opsRetryPaymentSettlement = definePost<{
  params: OpsPaymentReferenceParams;
  reply: OpsActionReply;
}>('/api/ops/payments/:reference/resettle');

export const opsListReconciliationItems = defineGet<{
  query: money.OpsReconciliationItemsQuery;
  reply: money.OpsReconciliationItemsReply;
}>('/api/ops/recon');
export const opsRunReconciliation = definePost<{
  body: money.OpsRunReconciliationBody;
  reply: OpsActionReply;
}>('/api/ops/recon/run');
export const opsResolveReconciliationItem = definePost<{
  params: money.OpsReconciliationItemParams;
  body: money.OpsResolveReconciliationItemBody;
  reply: money.OpsMoneyActionReply;
}>('/api/ops/recon/:item/resolve');

export const opsGetMonthlyAccounts = defineGet<{
  query: money.OpsMonthlyAccountsQuery;
  reply: money.OpsMonthlyAccountsReply;
}>('/api/ops/month');
export const opsExportLedger = definePost<{ body: money.OpsExportLedgerBody; reply: OpsCsvExportReply }>(
  '/api/ops/postings/export',
);
export const opsGetDailyCentreReport = defineGet<{
  query: money.OpsDailyCentreReportQuery;
  reply: money.OpsDailyCentreReportReply;
}>('/api/ops/day');
export const opsCheckMoneyInvariants = defineGet<{ reply: money.OpsMoneyInvariantsReply }>(
  '/api/ops/invariants',
);
