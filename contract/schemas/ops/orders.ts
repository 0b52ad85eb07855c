import { type Static, Type } from 'typebox';
import {
  LIST_ROWS_MAX,
  OPERATOR_SEARCH_LENGTH_MAX,
  PICKUP_CENTRE_CODE_LENGTH_MAX,
  SLUG_LENGTH_MAX,
  TRACKING_NUMBER_LENGTH_MAX,
} from '../../limits.ts';
import {
  IsoTimestamp,
  ListReply,
  NullableString,
  ObjectReply,
  PositiveIntegerUpTo,
  TextUpTo,
  Uuid,
} from '../basics.ts';
import { GroupStatus } from '../group.ts';

/** Amounts are in naira. */

const day = Type.String({ format: 'date' });

/** How an order was paid. */
export const OrderPaymentSource = Type.Enum(['wallet', 'card', 'wallet_and_card']);
export type OrderPaymentSource = Static<typeof OrderPaymentSource>;

/** Filters of the order list; an order is listed when one of its lines matches. Days are in Lagos and inclusive. */
const orderFilterFields = {
  /** Search term: tracking number, payment reference, or name, phone or e-mail of the shopper. */
  q: Type.Optional(Type.String({ maxLength: OPERATOR_SEARCH_LENGTH_MAX })),
  status: Type.Optional(GroupStatus),
  centre: Type.Optional(TextUpTo(PICKUP_CENTRE_CODE_LENGTH_MAX)),
  /** Slug. */
  product: Type.Optional(TextUpTo(SLUG_LENGTH_MAX)),
  group: Type.Optional(Uuid),
  from: Type.Optional(day),
  to: Type.Optional(day),
  paid: Type.Optional(OrderPaymentSource),
  refunded: Type.Optional(Type.Boolean()),
  overdue: Type.Optional(Type.Boolean()),
  /** True: only orders with ready goods whose shopper got neither a push message nor an operator's message. */
  unreached: Type.Optional(Type.Boolean()),
  /** Tracking number of the last order of the previous page. */
  after: Type.Optional(TextUpTo(TRACKING_NUMBER_LENGTH_MAX)),
};

export const OpsOrdersBody = Type.Object({
  ...orderFilterFields,
  limit: Type.Optional(PositiveIntegerUpTo(LIST_ROWS_MAX)),
});
export type OpsOrdersBody = Static<typeof OpsOrdersBody>;

export const OpsOrdersReply = ListReply({
  trackingNumber: Type.String(),
  createdAt: IsoTimestamp,
  userId: Uuid,
  shopper: Type.String(),
  centre: Type.String(),
  centreName: Type.String(),
  reference: Type.String(),
  paid: OrderPaymentSource,
  paidInNaira: Type.Number(),
  paidBackNaira: Type.Number(),
  /** The stage of each order line, in the order of the lines. */
  stages: Type.Array(GroupStatus),
  isOverdue: Type.Boolean(),
  /** Texts of the order lines, such as `2 x Palm oil (Keg 5 l)`. */
  goods: Type.Array(Type.String()),
});
export type OpsOrdersReply = Static<typeof OpsOrdersReply>;

export const OpsExportOrdersBody = Type.Object(orderFilterFields);
export type OpsExportOrdersBody = Static<typeof OpsExportOrdersBody>;

/**
 * One part of a CSV export. `next` is the last order's tracking number, from which the next part continues; null: last
 * part.
 */
export const OpsCsvExportReply = ObjectReply({
  rows: Type.Integer(),
  next: NullableString,
  csv: Type.String(),
});
export type OpsCsvExportReply = Static<typeof OpsCsvExportReply>;
