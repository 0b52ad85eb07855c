import { type Static, Type } from 'typebox';
import { LIST_ROWS_MAX, OPERATOR_SEARCH_LENGTH_MAX } from '../limits.ts';
import { NullableIsoTimestamp, PositiveIntegerUpTo, Uuid } from './basics.ts';
import { listedShopperFields } from './ops.ts';

/** Amounts are in naira. */

const shopperFilterFields = {
  /** E-mail, phone, id, or the beginning of a name or surname. */
  q: Type.Optional(Type.String({ maxLength: OPERATOR_SEARCH_LENGTH_MAX })),
  /** `buyers` have an order, `newcomers` none yet. */
  only: Type.Optional(Type.Enum(['buyers', 'newcomers', 'locked'])),
  /** The shopper at which the previous page ended. */
  after: Type.Optional(Uuid),
};

export const OpsShoppersBody = Type.Object({
  ...shopperFilterFields,
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsShoppersBody = Static<typeof OpsShoppersBody>;

const ListedShopper = Type.Object({
  ...listedShopperFields,
  orders: Type.Integer(),
  lastOrderAt: NullableIsoTimestamp,
  paidInNaira: Type.Number(),
  paidBackNaira: Type.Number(),
});
export const OpsShoppersReply = Type.Object({ success: Type.Literal(true), data: Type.Array(ListedShopper) });
export type OpsShoppersReply = Static<typeof OpsShoppersReply>;

export const OpsExportShoppersBody = Type.Object(shopperFilterFields);
export type OpsExportShoppersBody = Static<typeof OpsExportShoppersBody>;
