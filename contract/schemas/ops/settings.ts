import { type Static, Type } from 'typebox';
import { SHOP_SETTING_VALUE_LENGTH_MAX } from '../../limits.ts';
import { ListReply, NullableIsoTimestamp, NullableString } from '../basics.ts';

/** An operator may change these settings of the shop, except those that the environment sets. */
const SHOP_SETTING_NAMES = [
  ...(['brandName', 'address', 'email', 'phone', 'hours', 'reply'] as const),
  ...(['groupChatUrl', 'pressUrl', 'groupWindowHours'] as const),
] as const;
export type ShopSettingName = (typeof SHOP_SETTING_NAMES)[number];

export const OpsShopSettingParams = Type.Object({ setting: Type.Enum([...SHOP_SETTING_NAMES]) });
export type OpsShopSettingParams = Static<typeof OpsShopSettingParams>;

/** Without `value` the setting returns to its default. */
export const OpsSetShopSettingBody = Type.Object({
  value: Type.Optional(Type.String({ minLength: 1, maxLength: SHOP_SETTING_VALUE_LENGTH_MAX })),
});
export type OpsSetShopSettingBody = Static<typeof OpsSetShopSettingBody>;

export const OpsSetMarketingClaimsBody = Type.Object({ mode: Type.Enum(['default', 'computed']) });
export type OpsSetMarketingClaimsBody = Static<typeof OpsSetMarketingClaimsBody>;

export const OpsShopSettingsReply = ListReply({
  setting: Type.Enum([...SHOP_SETTING_NAMES, 'claims']),
  value: Type.String(),
  /** Name of the environment variable that sets this setting; null: the environment does not set it. */
  variable: NullableString,
  /**
   * `changedBy` is the operator who last changed the setting, `changedAt` the time; null: nobody has changed it.
   */
  changedBy: NullableString,
  changedAt: NullableIsoTimestamp,
});
export type OpsShopSettingsReply = Static<typeof OpsShopSettingsReply>;
