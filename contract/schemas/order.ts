import { type Static, Type } from 'typebox';
import { TRACKING_NUMBER_MAX } from '../limits.ts';
import { Instant, Naira, NullableString } from './basics.ts';

export const OrderParams = Type.Object({ trackingNumber: Type.String({ maxLength: TRACKING_NUMBER_MAX }) });
export type OrderParams = Static<typeof OrderParams>;

export const Receipt = Type.Object({
  trackingNumber: Type.String(),
  reference: Type.String(),
  boughtAt: Instant,
  buyer: Type.String(),
  centre: Type.Object({ name: Type.String(), address: Type.String(), city: Type.String() }),
  lines: Type.Array(
    Type.Object({
      title: Type.String(),
      unit: NullableString,
      /** Number of selling units. */
      quantity: Type.Integer(),
      paid: Naira,
      /** Refunded, to the wallet or the card. */
      refunded: Naira,
    }),
  ),
  total: Naira,
  /** `walletUsed` and the card part are the total. */
  walletUsed: Naira,
  cardAmount: Naira,
  refunded: Naira,
});
export type Receipt = Static<typeof Receipt>;
export const ReceiptReply = Type.Object({ success: Type.Literal(true), data: Receipt });
export type ReceiptReply = Static<typeof ReceiptReply>;
