import { type Static, Type } from 'typebox';
import { LIST_ROWS_MAX, OPERATOR_SEARCH_LENGTH_MAX } from '../../limits.ts';
import { ListReply, NullableIsoTimestamp, PositiveIntegerUpTo, Uuid } from '../basics.ts';
import { listedShopperFields } from './console.ts';

/** Filters of the shopper list. Amounts are in naira. */

const shopperFilterFields = {
  /** Search term: e-mail, phone, id, or the beginning of a name or surname. */
  q: Type.Optional(Type.String({ maxLength: OPERATOR_SEARCH_LENGTH_MAX })),
  /** Selects shoppers: `buyers` have an order, `newcomers` have none yet. */
  only: Type.Optional(Type.Enum(['buyers', 'newcomers', 'locked'])),
  /** Id of the last shopper of the previous page. */
  after: Type.Optional(Uuid),
};

export const OpsShoppersBody = Type.Object({
  ...shopperFilterFields,
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsShoppersBody = Static<typeof OpsShoppersBody>;

export const OpsShoppersReply = ListReply({
  ...listedShopperFields,
  orders: Type.Integer(),
  lastOrderAt: NullableIsoTimestamp,
  paidInNaira: Type.Number(),
  paidBackNaira: Type.Number(),
});
export type OpsShoppersReply = Static<typeof OpsShoppersReply>;

export const OpsExportShoppersBody = Type.Object(shopperFilterFields);
export type OpsExportShoppersBody = Static<typeof OpsExportShoppersBody>;
