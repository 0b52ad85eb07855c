import { defineGet, definePost } from '../endpoint.ts';
import type { OpsActionReply } from '../schemas/ops/console.ts';
import type * as settings from '../schemas/ops/settings.ts';

/** Calls that list and change the shop's settings. @source operator.md */

export const opsListShopSettings = defineGet<{ reply: settings.OpsShopSettingsReply }>('/api/ops/settings');
export const opsSetShopSetting = definePost<{
  params: settings.OpsShopSettingParams;
  body: settings.OpsSetShopSettingBody;
  reply: OpsActionReply;
}>('/api/ops/settings/:setting');
export const opsSetMarketingClaims = definePost<{
  body: settings.OpsSetMarketingClaimsBody;
  reply: OpsActionReply;
}>('/api/ops/claims');
