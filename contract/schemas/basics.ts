import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { ROW_ID_PATTERN } from '../limits.ts';

/** A UUID. The pattern refuses `urn:uuid:...`, which the format alone would accept and the database would not. */
export const Uuid = Type.String({ format: 'uuid', pattern: '^[0-9a-fA-F]' });
/** A time in ISO 8601, UTC. */
export const IsoTimestamp = Type.String({ format: 'date-time' });
/** A text that is not empty. */
export const TextUpTo = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** A whole number from 1 to the maximum; all requests share its error message. */
export const PositiveIntegerUpTo = (maximum: number) => Type.Integer({ minimum: 1, maximum });
/** A whole amount in naira; people may type the naira sign and commas. */
export const WholeNairaUpTo = (maximum: number) => Type.Integer({ minimum: 1, maximum, title: 'NAIRA' });
/** Id of the last row of the previous page of a list; the next page starts after this row. */
export const RowIdCursor = PositiveIntegerUpTo(999_999_999_999_999);
export const RowId = Type.String({ pattern: ROW_ID_PATTERN.source, maxLength: 15 });
/** An amount in whole naira, as replies carry it. */
export const NairaAmount = Type.Integer();
export const NullableString = Type.Union([Type.String(), Type.Null()]);
export const NullableIsoTimestamp = Type.Union([IsoTimestamp, Type.Null()]);
/** A JSON object with any fields, for data whose fields depend on the case. */
export const AnyJsonObject = Type.Record(Type.String(), Type.Unknown());

/** The reply that says only that the call succeeded. */
export const SuccessReply = Type.Object({ success: Type.Literal(true) });
export type SuccessReply = Static<typeof SuccessReply>;
export const SuccessMessageReply = Type.Object({ success: Type.Literal(true), message: Type.String() });
export type SuccessMessageReply = Static<typeof SuccessMessageReply>;

/** The reply with `data`, and with further fields beside `data`. */
export const DataReply = <Data extends TSchema, More extends TProperties = Record<never, never>>(
  data: Data,
  more?: More,
) => Type.Object({ success: Type.Literal(true), data, ...(more as More) });
/** The reply whose data is one object. */
export const ObjectReply = <Fields extends TProperties>(fields: Fields) => DataReply(Type.Object(fields));
/** The reply whose data is a list of objects. */
export const ListReply = <Fields extends TProperties>(fields: Fields) =>
  DataReply(Type.Array(Type.Object(fields)));

export const ErrorReply = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  msg: Type.String(),
  code: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
});
