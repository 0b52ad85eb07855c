import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply, OpsReasonBody, OpsShopperIdParams } from '../schemas/ops/console.ts';
import type { OpsCsvExportReply } from '../schemas/ops/orders.ts';
import type * as shopper from '../schemas/ops/shopper.ts';
import type { OpsExportShoppersBody, OpsShoppersBody, OpsShoppersReply } from '../schemas/ops/shoppers.ts';

/** Calls of the console's page about one shopper. @source operator.md */

interface ShopperLockChange {
  params: OpsShopperIdParams;
  body: OpsReasonBody;
  reply: OpsActionReply;
}

export const opsLockShopper = definePost<ShopperLockChange>('/api/ops/shoppers/:userId/lock');
export const opsUnlockShopper = definePost<ShopperLockChange>('/api/ops/shoppers/:userId/unlock');
export const opsAddShopperNote = definePost<{
  params: OpsShopperIdParams;
  body: shopper.OpsAddShopperNoteBody;
  reply: OpsActionReply;
}>('/api/ops/shoppers/:userId/note');
export const opsRemoveShopperPhoneNumber = definePost<{
  body: shopper.OpsRemoveShopperPhoneNumberBody;
  reply: OpsActionReply;
}>('/api/ops/free-phone');
export const opsListShopperSecurityEvents = defineGet<{
  params: OpsShopperIdParams;
  reply: shopper.OpsShopperSecurityEventsReply;
}>('/api/ops/shoppers/:userId/events');
export const opsExportShopperData = defineGet<{
  params: OpsShopperIdParams;
  reply: shopper.OpsExportShopperDataReply;
}>('/api/ops/shoppers/:userId/export');
/** The method is POST, because a search names a shopper and addresses of requests are logged. */
export const opsListShoppers = definePost<{ body: OpsShoppersBody; reply: OpsShoppersReply }>(
  '/api/ops/shopper-list',
);
export const opsExportShoppers = definePost<{ body: OpsExportShoppersBody; reply: OpsCsvExportReply }>(
  '/api/ops/shopper-export',
);
