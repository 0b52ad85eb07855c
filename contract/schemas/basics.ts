import { Type } from 'typebox';
import { ROW_ID_PATTERN } from '../limits.ts';

/** The pattern refuses `urn:uuid:...`, which the format alone accepts. */
export const Uuid = Type.String({ format: 'uuid', pattern: '^[0-9a-fA-F]' });
/** Timestamps are ISO 8601 in UTC. */
export const IsoTimestamp = Type.String({ format: 'date-time' });
/** Amounts and counts in requests share this schema's error message. */
export const PositiveIntegerUpTo = (maximum: number) => Type.Integer({ minimum: 1, maximum });
/** People may type amounts in requests with the naira sign and commas. */
export const WholeNairaUpTo = (maximum: number) => Type.Integer({ minimum: 1, maximum, title: 'NAIRA' });
/** The previous page of a list ended at the row with this id. */
export const RowIdCursor = PositiveIntegerUpTo(999_999_999_999_999);
export const RowId = Type.String({ pattern: ROW_ID_PATTERN.source, maxLength: 15 });
/** Replies have amounts in whole naira. */
export const NairaAmount = Type.Integer();
export const NullableString = Type.Union([Type.String(), Type.Null()]);
export const NullableIsoTimestamp = Type.Union([IsoTimestamp, Type.Null()]);
/** The fields of this object vary. */
export const AnyJsonObject = Type.Record(Type.String(), Type.Unknown());

/** Calls that return no data reply with this. */
export const SuccessSchema = Type.Object({ success: Type.Literal(true) });
export const SuccessMessageSchema = Type.Object({ success: Type.Literal(true), message: Type.String() });

export const ErrorReply = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  msg: Type.String(),
  code: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
});
