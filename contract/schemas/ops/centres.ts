import { type Static, type TSchema, Type } from 'typebox';
import {
  ADDRESS_FIELD_LENGTH_MAX,
  CENTRE_HOLIDAY_REASON_LENGTH_MAX,
  CENTRE_HOLIDAYS_MAX,
  CENTRE_ORDERS_PER_DAY_MAX,
} from '../../limits.ts';
import { WEEKDAYS, type Weekday } from '../../rules/pickup/opening-hours.ts';
import { ListReply, PositiveIntegerUpTo, TextUpTo } from '../basics.ts';
import { PickupCentre } from '../product.ts';
import { OpsPickupCentreParams } from './pickup.ts';

const { _id: _, ...centreProperties } = PickupCentre.properties;

const onEachDay = <Schema extends TSchema>(schema: Schema) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, schema])) as Record<Weekday, Schema>;
const OrdersPerDay = Type.Union([PositiveIntegerUpTo(CENTRE_ORDERS_PER_DAY_MAX), Type.Null()], {
  title: 'N|none',
});
/** Days on which the centre is closed, `YYYY-MM-DD`, each with its reason or an empty text. */
const Holidays = Type.Record(Type.String(), Type.String({ maxLength: CENTRE_HOLIDAY_REASON_LENGTH_MAX }), {
  title: '"DAY: REASON | DAY"',
  ...{ maxProperties: CENTRE_HOLIDAYS_MAX, propertyNames: { maxLength: 10 } },
});

export const OpsPickupCentresReply = ListReply({
  ...centreProperties,
  /** Opening and closing time on each weekday, such as `09:00-18:00`; empty: closed. */
  ...onEachDay(Type.String()),
  holidays: Holidays,
  /** Number of orders that the centre can hand out on one day; null: not known. */
  ordersPerDay: OrdersPerDay,
  active: Type.Boolean(),
});
export type OpsPickupCentresReply = Static<typeof OpsPickupCentresReply>;

const centreFields = {
  name: TextUpTo(ADDRESS_FIELD_LENGTH_MAX),
  state: TextUpTo(ADDRESS_FIELD_LENGTH_MAX),
  city: TextUpTo(ADDRESS_FIELD_LENGTH_MAX),
  address: TextUpTo(ADDRESS_FIELD_LENGTH_MAX),
  hours: Type.Optional(TextUpTo(ADDRESS_FIELD_LENGTH_MAX)),
  ...onEachDay(Type.Optional(Type.String({ maxLength: 40, title: '9:00-18:00' }))),
  holidays: Type.Optional(Holidays),
  ordersPerDay: Type.Optional(OrdersPerDay),
  isDefault: Type.Optional(Type.Boolean()),
};

export const OpsAddPickupCentreBody = Type.Object({
  ...OpsPickupCentreParams.properties,
  ...centreFields,
});
export type OpsAddPickupCentreBody = Static<typeof OpsAddPickupCentreBody>;

/** Fields that are absent from the request stay unchanged. */
export const OpsEditPickupCentreBody = Type.Partial(Type.Object(centreFields));
export type OpsEditPickupCentreBody = Static<typeof OpsEditPickupCentreBody>;
