import { type Static, Type } from 'typebox';
import { NullableString } from './basics.ts';

/** These settings take effect at a restart, without a build. @source http.md */
export const ShopConfig = Type.Object({
  brandName: Type.String(),
  slogan: Type.String(),
  tagline: Type.String(),
  publicUrl: Type.String(),
  contact: Type.Object({
    address: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    hours: Type.String(),
    reply: Type.String(),
  }),
  /** Invite of the external chat group; empty: no button. */
  groupChatUrl: Type.String(),
  /** Article of the press; empty: no link. */
  pressUrl: Type.String(),
  /** Empty: the shop does not claim it. */
  claims: Type.Object({
    averageSavings: Type.String(),
    happyCustomers: Type.String(),
    support: Type.String(),
  }),
  groupWindowHours: Type.Number(),
  /** True: no real money moves here. */
  sandbox: Type.Boolean(),
  /** VAPID public key; null: push is off. */
  pushKey: NullableString,
});
export type ShopConfig = Static<typeof ShopConfig>;

export const ShopConfigReply = Type.Object({ success: Type.Literal(true), data: ShopConfig });
export type ShopConfigReply = Static<typeof ShopConfigReply>;
