import { type Static, Type } from 'typebox';
import { TRACKING_NUMBER_LENGTH_MAX } from '../limits.ts';
import { IsoTimestamp, NairaAmount, NullableString } from './basics.ts';

export const OrderTrackingNumberParams = Type.Object({
  trackingNumber: Type.String({ maxLength: TRACKING_NUMBER_LENGTH_MAX }),
});
export type OrderTrackingNumberParams = Static<typeof OrderTrackingNumberParams>;

export const OrderReceipt = Type.Object({
  trackingNumber: Type.String(),
  reference: Type.String(),
  boughtAt: IsoTimestamp,
  buyer: Type.String(),
  centre: Type.Object({ name: Type.String(), address: Type.String(), city: Type.String() }),
  lines: Type.Array(
    Type.Object({
      title: Type.String(),
      unit: NullableString,
      /** Number of selling units. */
      quantity: Type.Integer(),
      paid: NairaAmount,
      /** Refunded, to the wallet or the card. */
      refunded: NairaAmount,
    }),
  ),
  total: NairaAmount,
  /** `walletUsed` and the card part are the total. */
  walletUsed: NairaAmount,
  cardAmount: NairaAmount,
  refunded: NairaAmount,
});
export type OrderReceipt = Static<typeof OrderReceipt>;
export const OrderReceiptReply = Type.Object({ success: Type.Literal(true), data: OrderReceipt });
export type OrderReceiptReply = Static<typeof OrderReceiptReply>;
