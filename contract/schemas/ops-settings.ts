import { type Static, Type } from 'typebox';
import { OPERATOR_SETTING_LENGTH_MAX } from '../limits.ts';
import { NullableIsoTimestamp, NullableString } from './basics.ts';

/** The settings of the shop that an operator may change where the environment does not set them. */
const SHOP_SETTING_NAMES = [
  ...(['brandName', 'address', 'email', 'phone', 'hours', 'reply'] as const),
  ...(['groupChatUrl', 'pressUrl', 'groupWindowHours'] as const),
] as const;
export type ShopSettingName = (typeof SHOP_SETTING_NAMES)[number];

export const OpsSettingParams = Type.Object({ setting: Type.Enum([...SHOP_SETTING_NAMES]) });
export type OpsSettingParams = Static<typeof OpsSettingParams>;

/** Without a value the setting returns to its default. */
export const OpsSetSettingBody = Type.Object({
  value: Type.Optional(Type.String({ minLength: 1, maxLength: OPERATOR_SETTING_LENGTH_MAX })),
});
export type OpsSetSettingBody = Static<typeof OpsSetSettingBody>;

export const OpsSetClaimsBody = Type.Object({ mode: Type.Enum(['default', 'computed']) });
export type OpsSetClaimsBody = Static<typeof OpsSetClaimsBody>;

export const OpsSettingsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      setting: Type.Enum([...SHOP_SETTING_NAMES, 'claims']),
      value: Type.String(),
      /** The variable of the environment that sets it; null: none does. */
      variable: NullableString,
      /** Who changed it last, and when; null: nobody. */
      changedBy: NullableString,
      changedAt: NullableIsoTimestamp,
    }),
  ),
});
export type OpsSettingsReply = Static<typeof OpsSettingsReply>;
