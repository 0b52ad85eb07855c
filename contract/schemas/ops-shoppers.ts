import { type Static, Type } from 'typebox';
import { FreeObject, Instant, NullableString } from './basics.ts';

/** What the console's page of a shopper sends and is told. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Of lock and unlock. */
export const OpsLockBody = Type.Object({ email: text(254), reason: text(500) });
export type OpsLockBody = Static<typeof OpsLockBody>;

export const OpsFreePhoneBody = Type.Object({ phone: text(40), reason: text(500) });
export type OpsFreePhoneBody = Static<typeof OpsFreePhoneBody>;

export const OpsNoteBody = Type.Object({ email: text(254), note: text(1000) });
export type OpsNoteBody = Static<typeof OpsNoteBody>;

export const OpsEmailQuery = Type.Object({ email: text(254) });
export type OpsEmailQuery = Static<typeof OpsEmailQuery>;

/** The newest first; `by`: an operator, where it was one. */
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

/** Everything the shop keeps about them. */
export const OpsExportReply = Type.Object({ success: Type.Literal(true), data: FreeObject });
export type OpsExportReply = Static<typeof OpsExportReply>;
