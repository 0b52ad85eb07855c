import { type Static, Type } from 'typebox';
import { DataReply, NullableString } from './basics.ts';

/** Settings of the shop that the app displays. A change takes effect at a restart, without a build. @source http.md */
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
  /** Invitation link to the shop's chat group; empty: the page shows no button for it. */
  groupChatUrl: Type.String(),
  /** Link to a press article about the shop; empty: the page has no link. */
  pressUrl: Type.String(),
  /** Marketing statements; the page does not show an empty one. */
  claims: Type.Object({
    averageSavings: Type.String(),
    happyCustomers: Type.String(),
    support: Type.String(),
  }),
  groupWindowHours: Type.Number(),
  /** True: the card provider is a simulation, so no real money moves. */
  sandbox: Type.Boolean(),
  /** VAPID public key for web push; null: push is off. */
  pushKey: NullableString,
});
export type ShopConfig = Static<typeof ShopConfig>;

export const ShopConfigReply = DataReply(ShopConfig);
export type ShopConfigReply = Static<typeof ShopConfigReply>;
