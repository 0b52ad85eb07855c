import { type Static, Type } from 'typebox';
import { PICKUP_CENTRE_CODE_LENGTH_MAX } from '../../limits.ts';
import { FULFILMENT_STAGES } from '../../rules/group/group-status.ts';
import { DataReply, IsoTimestamp, NullableString, ObjectReply } from '../basics.ts';

/** Lists that operators print: what to buy, and what to pack. */

const Goods = {
  product: Type.String(),
  slug: Type.String(),
  /** Name of the selling unit; null: the product is sold as a whole. */
  unit: NullableString,
  quantity: Type.Integer(),
  baseUnits: Type.Integer(),
  baseUnit: NullableString,
};

/** Without `centre` the list is for the whole shop. With `csv` the reply also has the rows as CSV. */
export const OpsGoodsToBuyQuery = Type.Object({
  centre: Type.Optional(Type.String({ minLength: 1, maxLength: PICKUP_CENTRE_CODE_LENGTH_MAX })),
  csv: Type.Optional(Type.Boolean()),
});
export type OpsGoodsToBuyQuery = Static<typeof OpsGoodsToBuyQuery>;

const GoodsToBuy = Type.Object({
  ...Goods,
  /** Name of the supplier; empty: not known. */
  supplier: Type.String(),
  orders: Type.Integer(),
  /** Cost of the goods in naira; null: the product has no cost price. */
  costNaira: Type.Union([Type.Number(), Type.Null()]),
  /** The earliest day that the shop has promised to a shopper who bought these goods. */
  expectedBy: IsoTimestamp,
});
export type OpsGoodsToBuy = Static<typeof GoodsToBuy>;

/** The goods are sorted by supplier, product and unit; goods without a supplier are last. */
export const OpsGoodsToBuyReply = ObjectReply({
  goods: Type.Array(GoodsToBuy),
  csv: Type.Optional(Type.String()),
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
export type OpsOrderLineToPack = Static<typeof LineToPack>;

/** The lines are sorted by the shopper's surname, then by order. */
export const OpsGoodsToPackReply = DataReply(Type.Array(LineToPack));
export type OpsGoodsToPackReply = Static<typeof OpsGoodsToPackReply>;
