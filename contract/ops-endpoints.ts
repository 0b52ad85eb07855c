import { endpoint } from './endpoint.ts';
import type {
  OpsActionReply,
  OpsEnrolBody,
  OpsEnrolReply,
  OpsFindBody,
  OpsFindReply,
  OpsOrderReply,
  OpsPaymentReply,
  OpsReasonBody,
  OpsReferenceParams,
  OpsSessionReply,
  OpsShopperParams,
  OpsShopperReply,
  OpsSignInBody,
  OpsTodayReply,
  OpsTrackingParams,
} from './schemas/ops.ts';

/** The operator console makes these calls. The shop's app imports none of them. @source operator.md */

export const opsEnrol = endpoint<{ body: OpsEnrolBody; reply: OpsEnrolReply }>('POST', '/api/ops/enrol');
export const opsSignIn = endpoint<{ body: OpsSignInBody; reply: OpsSessionReply }>(
  'POST',
  '/api/ops/sign-in',
);
export const opsSignOut = endpoint<{ reply: OpsActionReply }>('POST', '/api/ops/sign-out');
export const opsSession = endpoint<{ reply: OpsSessionReply }>('GET', '/api/ops/session');

export const opsToday = endpoint<{ reply: OpsTodayReply }>('GET', '/api/ops/today');
/** The method is POST because the search term names a shopper and addresses are logged. */
export const opsFind = endpoint<{ body: OpsFindBody; reply: OpsFindReply }>('POST', '/api/ops/find');
export const opsShopper = endpoint<{ params: OpsShopperParams; reply: OpsShopperReply }>(
  'GET',
  '/api/ops/shoppers/:userId',
);
export const opsPayment = endpoint<{ params: OpsReferenceParams; reply: OpsPaymentReply }>(
  'GET',
  '/api/ops/payments/:reference',
);
export const opsVerifyPayment = endpoint<{ params: OpsReferenceParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/payments/:reference/verify',
);
export const opsOrder = endpoint<{ params: OpsTrackingParams; reply: OpsOrderReply }>(
  'GET',
  '/api/ops/orders/:trackingNumber',
);
export const opsUnlockPickup = endpoint<{
  params: OpsTrackingParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/orders/:trackingNumber/unlock');
