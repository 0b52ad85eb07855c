import { type Static, Type } from 'typebox';
import { TRACKING_NUMBER_MAX } from '../limits.ts';
import { Instant, Naira, NullableString } from './basics.ts';

export const OrderParams = Type.Object({ trackingNumber: Type.String({ maxLength: TRACKING_NUMBER_MAX }) });
export type OrderParams = Static<typeof OrderParams>;

/** What was bought, what it cost and how it was paid, of one order of the caller. */
export const Receipt = Type.Object({
  trackingNumber: Type.String(),
  /** Of the payment. */
  reference: Type.String(),
  boughtAt: Instant,
  buyer: Type.String(),
  centre: Type.Object({ name: Type.String(), address: Type.String(), city: Type.String() }),
  lines: Type.Array(
    Type.Object({
      title: Type.String(),
      unit: NullableString,
      /** Of the unit. */
      quantity: Type.Integer(),
      paid: Naira,
      /** What of it went back, to the wallet or on to the card. */
      refunded: Naira,
    }),
  ),
  total: Naira,
  /** Together the total. */
  walletUsed: Naira,
  cardAmount: Naira,
  refunded: Naira,
});
export type Receipt = Static<typeof Receipt>;
export const ReceiptReply = Type.Object({ success: Type.Literal(true), data: Receipt });
export type ReceiptReply = Static<typeof ReceiptReply>;
