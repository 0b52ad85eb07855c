import { type Static, Type } from 'typebox';
import {
  CENTRES_PER_OPERATOR_MAX,
  OPERATOR_NAME_LENGTH_MAX,
  OPERATOR_REASON_LENGTH_MAX,
  PICKUP_CENTRE_CODE_LENGTH_MAX,
} from '../../limits.ts';
import { AnyJsonObject, DataReply, IsoTimestamp, ListReply, NullableIsoTimestamp } from '../basics.ts';

export const OpsOperatorsReply = ListReply({
  name: Type.String(),
  role: Type.String(),
  /** Codes of the pickup centres to which the operator is limited; null: the whole shop. */
  centres: Type.Union([Type.Array(Type.String()), Type.Null()]),
  addedAt: IsoTimestamp,
  removedAt: NullableIsoTimestamp,
  /** How often a wrong secret was entered for this operator's name in 90 days. */
  refusals: Type.Integer(),
});
export type OpsOperatorsReply = Static<typeof OpsOperatorsReply>;

/** Codes of the pickup centres to which an operator is limited; absent: the whole shop. */
const LimitedTo = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: PICKUP_CENTRE_CODE_LENGTH_MAX }), {
    ...{ minItems: 1, maxItems: CENTRES_PER_OPERATOR_MAX, uniqueItems: true, title: 'CENTRE,CENTRE' },
  }),
);

export const OpsAddOperatorBody = Type.Object({
  name: Type.String({
    ...{ pattern: '^(?!system$)[a-z][a-z0-9._-]+$', maxLength: OPERATOR_NAME_LENGTH_MAX },
    'x-refusal': 'A name has 2 to 40 characters: a-z, 0-9, dot and dash; "system" is the shop itself.',
  }),
  role: Type.Enum(['support', 'ops', 'finance', 'owner']),
  centre: LimitedTo,
});
export type OpsAddOperatorBody = Static<typeof OpsAddOperatorBody>;

export const OpsEditOperatorBody = Type.Object({
  centre: LimitedTo,
  reason: Type.String({ minLength: 1, maxLength: OPERATOR_REASON_LENGTH_MAX }),
});
export type OpsEditOperatorBody = Static<typeof OpsEditOperatorBody>;

export const OpsOperatorNameParams = Type.Object({
  name: Type.String({ minLength: 1, maxLength: OPERATOR_NAME_LENGTH_MAX }),
});
export type OpsOperatorNameParams = Static<typeof OpsOperatorNameParams>;

/** The enrolment `secret` is shown once: a repeated call returns null, or the audit log's record of the first call. */
export const OpsEnrolmentSecretReply = DataReply(Type.Union([AnyJsonObject, Type.Null()]));
export type OpsEnrolmentSecretReply = Static<typeof OpsEnrolmentSecretReply>;
