import { type Static, Type } from 'typebox';
import { PICKUP_CENTRE_CODE_LENGTH_MAX } from '../limits.ts';
import { FULFILMENT_STAGES } from '../rules/group-status.ts';
import { IsoTimestamp, NullableString } from './basics.ts';

/** Lists that operators print: what to buy, and what to pack. */

const Goods = {
  product: Type.String(),
  slug: Type.String(),
  /** Null: the product is sold as a whole. */
  unit: NullableString,
  quantity: Type.Integer(),
  baseUnits: Type.Integer(),
  baseUnit: NullableString,
};

/** Without a centre: for the whole shop. `csv` adds the rows as CSV. */
export const OpsGoodsToBuyQuery = Type.Object({
  centre: Type.Optional(Type.String({ minLength: 1, maxLength: PICKUP_CENTRE_CODE_LENGTH_MAX })),
  csv: Type.Optional(Type.Boolean()),
});
export type OpsGoodsToBuyQuery = Static<typeof OpsGoodsToBuyQuery>;

const GoodsToBuy = Type.Object({
  ...Goods,
  /** Empty: not known. */
  supplier: Type.String(),
  orders: Type.Integer(),
  /** Null: the product has no cost. */
  costNaira: Type.Union([Type.Number(), Type.Null()]),
  /** Until when the first of its shoppers were promised their goods. */
  expectedBy: IsoTimestamp,
});
export type OpsGoodsToBuy = Static<typeof GoodsToBuy>;

/** Sorted by supplier, product and unit; goods without a supplier are last. */
export const OpsGoodsToBuyReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ goods: Type.Array(GoodsToBuy), csv: Type.Optional(Type.String()) }),
});
export type OpsGoodsToBuyReply = Static<typeof OpsGoodsToBuyReply>;

export const OpsGoodsToPackQuery = Type.Object({
  stage: Type.Optional(Type.Enum(FULFILMENT_STAGES.slice(0, 3))),
});
export type OpsGoodsToPackQuery = Static<typeof OpsGoodsToPackQuery>;

const LineToPack = Type.Object({
  ...Goods,
  trackingNumber: Type.String(),
  name: Type.String(),
  line: Type.Integer(),
});
export type OpsLineToPack = Static<typeof LineToPack>;

/** Sorted by surname and order. */
export const OpsGoodsToPackReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(LineToPack),
});
export type OpsGoodsToPackReply = Static<typeof OpsGoodsToPackReply>;
