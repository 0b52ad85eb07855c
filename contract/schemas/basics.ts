import { Type } from 'typebox';
import { ROW_ID_PATTERN } from '../limits.ts';

/** The pattern refuses `urn:uuid:...`, which the format alone accepts. */
export const Uuid = Type.String({ format: 'uuid', pattern: '^[0-9a-fA-F]' });
/** ISO 8601 in UTC. */
export const Instant = Type.String({ format: 'date-time' });
/** A whole number above 0 in a request. Its error message is the common one for amounts and counts. */
export const PositiveInteger = (maximum: number) => Type.Integer({ minimum: 1, maximum });
/** Whole naira in a request. People may type them with the naira sign and commas. */
export const WholeNaira = (maximum: number) => Type.Integer({ minimum: 1, maximum, title: 'NAIRA' });
/** The id of the row at which the previous page ended. */
export const AfterRowId = PositiveInteger(999_999_999_999_999);
export const RowId = Type.String({ pattern: ROW_ID_PATTERN.source, maxLength: 15 });
/** Whole naira in a reply. */
export const Naira = Type.Integer();
export const NullableString = Type.Union([Type.String(), Type.Null()]);
export const NullableInstant = Type.Union([Instant, Type.Null()]);
/** A JSON object whose fields vary. */
export const FreeObject = Type.Record(Type.String(), Type.Unknown());

/** The reply of calls that return no data. */
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
