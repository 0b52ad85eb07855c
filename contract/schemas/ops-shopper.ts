import { type Static, Type } from 'typebox';
import { NOTE_MAX, OPERATOR_REASON_MAX, PHONE_INPUT_MAX } from '../limits.ts';
import { FreeObject, Instant, NullableString } from './basics.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const OpsNoteBody = Type.Object({ text: text(NOTE_MAX) });
export type OpsNoteBody = Static<typeof OpsNoteBody>;

export const OpsFreePhoneBody = Type.Object({
  phone: text(PHONE_INPUT_MAX),
  reason: text(OPERATOR_REASON_MAX),
});
export type OpsFreePhoneBody = Static<typeof OpsFreePhoneBody>;

/** Events are sorted newest first. `from` is a pseudonym of the device's address, `by` an operator. */
export const OpsEventsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      at: Instant,
      event: Type.String(),
      times: Type.Integer(),
      from: NullableString,
      by: NullableString,
    }),
  ),
});
export type OpsEventsReply = Static<typeof OpsEventsReply>;

/** The export has all personal data that the shop stores of a shopper, by section. */
export const OpsExportReply = Type.Object({ success: Type.Literal(true), data: FreeObject });
export type OpsExportReply = Static<typeof OpsExportReply>;
