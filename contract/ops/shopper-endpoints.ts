import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody, OpsShopperIdParams } from '../schemas/ops/console.ts';
import type { OpsExportReply } from '../schemas/ops/orders.ts';
import type {
  OpsAddShopperNoteBody,
  OpsExportShopperDataReply,
  OpsReleasePhoneNumberBody,
  OpsShopperSecurityEventsReply,
} from '../schemas/ops/shopper.ts';
import type { OpsExportShoppersBody, OpsShoppersBody, OpsShoppersReply } from '../schemas/ops/shoppers.ts';

/** Calls of the console's page about one shopper. @source operator.md */

interface Judged {
  params: OpsShopperIdParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}

export const opsLockShopper = defineEndpoint<Judged>('POST', '/api/ops/shoppers/:userId/lock');
export const opsUnlockShopper = defineEndpoint<Judged>('POST', '/api/ops/shoppers/:userId/unlock');
export const opsAddShopperNote = defineEndpoint<{
  params: OpsShopperIdParams;
  body: OpsAddShopperNoteBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/shoppers/:userId/note');
export const opsReleasePhoneNumber = defineEndpoint<{
  body: OpsReleasePhoneNumberBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/free-phone');
export const opsListShopperSecurityEvents = defineEndpoint<{
  params: OpsShopperIdParams;
  reply: OpsShopperSecurityEventsReply;
}>('GET', '/api/ops/shoppers/:userId/events');
export const opsExportShopperData = defineEndpoint<{
  params: OpsShopperIdParams;
  reply: OpsExportShopperDataReply;
}>('GET', '/api/ops/shoppers/:userId/export');
/** The method is POST, because a search names a shopper and addresses of requests are logged. */
export const opsListShoppers = defineEndpoint<{ body: OpsShoppersBody; reply: OpsShoppersReply }>(
  'POST',
  '/api/ops/shopper-list',
);
export const opsExportShoppers = defineEndpoint<{ body: OpsExportShoppersBody; reply: OpsExportReply }>(
  'POST',
  '/api/ops/shopper-export',
);
