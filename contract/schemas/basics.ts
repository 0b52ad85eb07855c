import { Type } from 'typebox';
import { ROW_ID_PATTERN } from '../limits.ts';

/** Building blocks of the other schemas. */

/** The pattern beside the format: `urn:uuid:...` is of the format too, and no id of ours. */
export const Uuid = Type.String({ format: 'uuid', pattern: '^[0-9a-fA-F]' });
/** ISO 8601 in UTC. */
export const Instant = Type.String({ format: 'date-time' });
/** A whole number above 0 that is sent: its refusal is that of every amount and count. */
export const Whole = (maximum: number) => Type.Integer({ minimum: 1, maximum });
/** Whole naira that are sent: a person may type them with the sign of the naira and commas. */
export const WholeNaira = (maximum: number) => Type.Integer({ minimum: 1, maximum, title: 'NAIRA' });
/** The number of a row, at which a page of a list ended. */
export const AfterRow = Whole(999_999_999_999_999);
export const RowId = Type.String({ pattern: ROW_ID_PATTERN.source, maxLength: 15 });
/** Whole naira, as the API answers it. */
export const Naira = Type.Integer();
export const NullableString = Type.Union([Type.String(), Type.Null()]);
export const NullableInstant = Type.Union([Instant, Type.Null()]);
/** A JSON object whose fields depend on the case. */
export const FreeObject = Type.Record(Type.String(), Type.Unknown());

/** `{success: true}`, the whole answer of calls that only do something. */
export const Done = Type.Object({ success: Type.Literal(true) });
export const DoneMessage = Type.Object({ success: Type.Literal(true), message: Type.String() });

export const ErrorReply = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  msg: Type.String(),
  code: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
});
