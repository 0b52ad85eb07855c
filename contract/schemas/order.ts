import { type Static, Type } from 'typebox';
import { TRACKING_NUMBER_LENGTH_MAX } from '../limits.ts';
import { DataReply, IsoTimestamp, NairaAmount, NullableIsoTimestamp, NullableString } from './basics.ts';

export const OrderTrackingNumberParams = Type.Object({
  trackingNumber: Type.String({ maxLength: TRACKING_NUMBER_LENGTH_MAX }),
});
export type OrderTrackingNumberParams = Static<typeof OrderTrackingNumberParams>;

/**
 * A step of an order until it is collected. It has the day on which it was reached, or the days on which it is
 * expected.
 */
export const OrderStep = Type.Object({
  step: Type.Union([
    Type.Literal('paid'),
    Type.Literal('group_full'),
    Type.Literal('packed'),
    Type.Literal('ready'),
    Type.Literal('collected'),
  ]),
  at: NullableIsoTimestamp,
  /** First expected day; null when only the latest expected day, `expectedTo`, is known. */
  expectedFrom: NullableIsoTimestamp,
  expectedTo: NullableIsoTimestamp,
});
export type OrderStep = Static<typeof OrderStep>;

/** One order line with the product, unit and quantity that ordering again needs. */
export const OrderLineSummary = Type.Object({
  slug: Type.String(),
  title: Type.String(),
  /** `unitName` is the selling unit's name in the catalogue, `unit` the displayed name; null: sold as one piece. */
  unitName: NullableString,
  unit: NullableString,
  /** Number of selling units. */
  quantity: Type.Integer(),
  /** Number of selling units bought at first; absent: the buyer has not reduced it, so it equals `quantity`. */
  orderedQuantity: Type.Optional(Type.Integer()),
  paid: NairaAmount,
});
export type OrderLineSummary = Static<typeof OrderLineSummary>;

export const OrderReceipt = Type.Object({
  trackingNumber: Type.String(),
  reference: Type.String(),
  boughtAt: IsoTimestamp,
  buyer: Type.String(),
  centre: Type.Object({ name: Type.String(), address: Type.String(), city: Type.String() }),
  lines: Type.Array(
    Type.Object({
      ...OrderLineSummary.properties,
      /** Naira that was refunded, to the wallet or the card. */
      refunded: NairaAmount,
      /** Steps of the goods until they are collected; empty for a failed or refunded line. */
      steps: Type.Array(OrderStep),
    }),
  ),
  total: NairaAmount,
  /** `walletUsed` and `cardAmount` add up to `total`. */
  walletUsed: NairaAmount,
  cardAmount: NairaAmount,
  refunded: NairaAmount,
});
export type OrderReceipt = Static<typeof OrderReceipt>;
export const OrderReceiptReply = DataReply(OrderReceipt);
export type OrderReceiptReply = Static<typeof OrderReceiptReply>;
