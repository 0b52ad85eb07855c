import { defineEndpoint } from '../endpoint.ts';
import type { OpsActionReply } from '../schemas/ops/console.ts';
import type {
  OpsSetMarketingClaimsBody,
  OpsSetSettingBody,
  OpsSettingParams,
  OpsSettingsReply,
} from '../schemas/ops/settings.ts';

/** Calls that list and change the shop's settings. @source operator.md */

export const opsListSettings = defineEndpoint<{ reply: OpsSettingsReply }>('GET', '/api/ops/settings');
export const opsSetSetting = defineEndpoint<{
  params: OpsSettingParams;
  body: OpsSetSettingBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/settings/:setting');
export const opsSetMarketingClaims = defineEndpoint<{
  body: OpsSetMarketingClaimsBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/claims');
