import { defineGet, definePost } from '../endpoint.ts';
import type * as console from '../schemas/ops/console.ts';
import type { OpsDashboardReply } from '../schemas/ops/dashboard.ts';

/** The operator console makes these calls. The shop's app imports none of them. @source operator.md */

export const opsEnrolOperator = definePost<{
  body: console.OpsEnrolOperatorBody;
  reply: console.OpsEnrolOperatorReply;
}>('/api/ops/enrol');
export const opsSignIn = definePost<{ body: console.OpsSignInBody; reply: console.OpsSessionReply }>(
  '/api/ops/sign-in',
);
export const opsSignOut = definePost<{ reply: console.OpsActionReply }>('/api/ops/sign-out');
export const opsGetSession = defineGet<{ reply: console.OpsSessionReply }>('/api/ops/session');

export const opsGetDashboard = defineGet<{ reply: OpsDashboardReply }>('/api/ops/today');
/** The method is POST, because a search names a shopper and addresses of requests are logged. */
export const opsSearchGlobally = definePost<{
  body: console.OpsGlobalSearchBody;
  reply: console.OpsGlobalSearchReply;
}>('/api/ops/find');
export const opsGetShopper = defineGet<{
  params: console.OpsShopperIdParams;
  reply: console.OpsShopperReply;
}>('/api/ops/shoppers/:userId');
export const opsGetPayment = defineGet<{
  params: console.OpsPaymentReferenceParams;
  reply: console.OpsPaymentReply;
}>('/api/ops/payments/:reference');
export const opsVerifyPaymentWithProvider = definePost<{
  params: console.OpsPaymentReferenceParams;
  reply: console.OpsActionReply;
}>('/api/ops/payments/:reference/verify');
export const opsGetOrder = defineGet<{
  params: console.OpsTrackingNumberParams;
  reply: console.OpsOrderReply;
}>('/api/ops/orders/:trackingNumber');
export const opsUnlockPickupCode = definePost<{
  params: console.OpsTrackingNumberParams;
  body: console.OpsReasonBody;
  reply: console.OpsActionReply;
}>('/api/ops/orders/:trackingNumber/unlock');
