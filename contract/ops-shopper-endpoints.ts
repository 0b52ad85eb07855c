import { endpoint } from './endpoint.ts';
import type { OpsActionReply, OpsReasonBody, OpsShopperParams } from './schemas/ops.ts';
import type { OpsEventsReply, OpsExportReply, OpsFreePhoneBody, OpsNoteBody } from './schemas/ops-shopper.ts';

/** The console's shopper page makes these calls. @source operator.md */

interface Judged {
  params: OpsShopperParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}

export const opsLockShopper = endpoint<Judged>('POST', '/api/ops/shoppers/:userId/lock');
export const opsUnlockShopper = endpoint<Judged>('POST', '/api/ops/shoppers/:userId/unlock');
export const opsAddShopperNote = endpoint<{
  params: OpsShopperParams;
  body: OpsNoteBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/shoppers/:userId/note');
export const opsReleasePhone = endpoint<{ body: OpsFreePhoneBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/free-phone',
);
export const opsShopperEvents = endpoint<{ params: OpsShopperParams; reply: OpsEventsReply }>(
  'GET',
  '/api/ops/shoppers/:userId/events',
);
export const opsExportShopper = endpoint<{ params: OpsShopperParams; reply: OpsExportReply }>(
  'GET',
  '/api/ops/shoppers/:userId/export',
);
