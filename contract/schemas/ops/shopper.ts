import { type Static, Type } from 'typebox';
import {
  OPERATOR_NOTE_LENGTH_MAX,
  OPERATOR_REASON_LENGTH_MAX,
  PHONE_INPUT_LENGTH_MAX,
} from '../../limits.ts';
import { AnyJsonObject, IsoTimestamp, NullableString } from '../basics.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const OpsAddShopperNoteBody = Type.Object({ text: text(OPERATOR_NOTE_LENGTH_MAX) });
export type OpsAddShopperNoteBody = Static<typeof OpsAddShopperNoteBody>;

export const OpsReleasePhoneNumberBody = Type.Object({
  phone: text(PHONE_INPUT_LENGTH_MAX),
  reason: text(OPERATOR_REASON_LENGTH_MAX),
});
export type OpsReleasePhoneNumberBody = Static<typeof OpsReleasePhoneNumberBody>;

/** Security events of a shopper, newest first. `from` is a pseudonym of the device's address, `by` an operator. */
export const OpsShopperSecurityEventsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      at: IsoTimestamp,
      event: Type.String(),
      times: Type.Integer(),
      from: NullableString,
      by: NullableString,
    }),
  ),
});
export type OpsShopperSecurityEventsReply = Static<typeof OpsShopperSecurityEventsReply>;

/** All personal data that the shop stores about a shopper, by section. */
export const OpsExportShopperDataReply = Type.Object({ success: Type.Literal(true), data: AnyJsonObject });
export type OpsExportShopperDataReply = Static<typeof OpsExportShopperDataReply>;
