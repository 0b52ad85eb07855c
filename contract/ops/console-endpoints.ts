import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsActionReply,
  OpsEnrolOperatorBody,
  OpsEnrolOperatorReply,
  OpsOrderReply,
  OpsPaymentReferenceParams,
  OpsPaymentReply,
  OpsReasonBody,
  OpsSearchRecordsBody,
  OpsSearchRecordsReply,
  OpsSessionReply,
  OpsShopperIdParams,
  OpsShopperReply,
  OpsSignInBody,
  OpsTrackingNumberParams,
} from '../schemas/ops/console.ts';
import type { OpsDashboardReply } from '../schemas/ops/dashboard.ts';

/** The operator console makes these calls. The shop's app imports none of them. @source operator.md */

export const opsEnrolOperator = defineEndpoint<{ body: OpsEnrolOperatorBody; reply: OpsEnrolOperatorReply }>(
  'POST',
  '/api/ops/enrol',
);
export const opsSignIn = defineEndpoint<{ body: OpsSignInBody; reply: OpsSessionReply }>(
  'POST',
  '/api/ops/sign-in',
);
export const opsSignOut = defineEndpoint<{ reply: OpsActionReply }>('POST', '/api/ops/sign-out');
export const opsGetSession = defineEndpoint<{ reply: OpsSessionReply }>('GET', '/api/ops/session');

export const opsGetDashboard = defineEndpoint<{ reply: OpsDashboardReply }>('GET', '/api/ops/today');
/** The method is POST, because a search names a shopper and addresses of requests are logged. */
export const opsSearchRecords = defineEndpoint<{ body: OpsSearchRecordsBody; reply: OpsSearchRecordsReply }>(
  'POST',
  '/api/ops/find',
);
export const opsGetShopper = defineEndpoint<{ params: OpsShopperIdParams; reply: OpsShopperReply }>(
  'GET',
  '/api/ops/shoppers/:userId',
);
export const opsGetPayment = defineEndpoint<{ params: OpsPaymentReferenceParams; reply: OpsPaymentReply }>(
  'GET',
  '/api/ops/payments/:reference',
);
export const opsVerifyPayment = defineEndpoint<{ params: OpsPaymentReferenceParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/payments/:reference/verify',
);
export const opsGetOrder = defineEndpoint<{ params: OpsTrackingNumberParams; reply: OpsOrderReply }>(
  'GET',
  '/api/ops/orders/:trackingNumber',
);
export const opsUnlockPickupCode = defineEndpoint<{
  params: OpsTrackingNumberParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/orders/:trackingNumber/unlock');
