import { type Static, Type } from 'typebox';
import { ADDRESS_FIELD_LENGTH_MAX } from '../limits.ts';
import { OpsPickupCentreParams } from './ops-pickup.ts';
import { PickupCentre } from './product.ts';

const { _id: _, ...centreProperties } = PickupCentre.properties;

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const OpsPickupCentresReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(Type.Object({ ...centreProperties, active: Type.Boolean() })),
});
export type OpsPickupCentresReply = Static<typeof OpsPickupCentresReply>;

const centreFields = {
  name: text(ADDRESS_FIELD_LENGTH_MAX),
  state: text(ADDRESS_FIELD_LENGTH_MAX),
  city: text(ADDRESS_FIELD_LENGTH_MAX),
  address: text(ADDRESS_FIELD_LENGTH_MAX),
  hours: text(ADDRESS_FIELD_LENGTH_MAX),
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
