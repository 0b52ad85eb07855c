import { type Static, Type } from 'typebox';
import {
  OPERATOR_NOTE_LENGTH_MAX,
  OPERATOR_REASON_LENGTH_MAX,
  PHONE_INPUT_LENGTH_MAX,
} from '../../limits.ts';
import { AnyJsonObject, DataReply, IsoTimestamp, ListReply, NullableString, TextUpTo } from '../basics.ts';

export const OpsAddShopperNoteBody = Type.Object({ text: TextUpTo(OPERATOR_NOTE_LENGTH_MAX) });
export type OpsAddShopperNoteBody = Static<typeof OpsAddShopperNoteBody>;

export const OpsRemoveShopperPhoneNumberBody = Type.Object({
  phone: TextUpTo(PHONE_INPUT_LENGTH_MAX),
  reason: TextUpTo(OPERATOR_REASON_LENGTH_MAX),
});
export type OpsRemoveShopperPhoneNumberBody = Static<typeof OpsRemoveShopperPhoneNumberBody>;

/** Security events of a shopper, newest first. `from` is a pseudonym of the device's address, `by` an operator. */
export const OpsShopperSecurityEventsReply = ListReply({
  at: IsoTimestamp,
  event: Type.String(),
  times: Type.Integer(),
  from: NullableString,
  by: NullableString,
});
export type OpsShopperSecurityEventsReply = Static<typeof OpsShopperSecurityEventsReply>;

/** All personal data that the shop stores about a shopper, by section. */
export const OpsExportShopperDataReply = DataReply(AnyJsonObject);
export type OpsExportShopperDataReply = Static<typeof OpsExportShopperDataReply>;
