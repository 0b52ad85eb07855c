import { type Static, Type } from 'typebox';
import { OPERATOR_NAME_MAX } from '../limits.ts';
import { FreeObject, Instant, NullableInstant } from './basics.ts';

export const OpsOperatorsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      role: Type.String(),
      addedAt: Instant,
      removedAt: NullableInstant,
      /** Wrong secrets for this name in 90 days. */
      refusals: Type.Integer(),
    }),
  ),
});
export type OpsOperatorsReply = Static<typeof OpsOperatorsReply>;

export const OpsAddOperatorBody = Type.Object({
  name: Type.String({
    ...{ pattern: '^[a-z][a-z0-9._-]+$', maxLength: OPERATOR_NAME_MAX },
    'x-refusal': 'A name has 2 to 40 characters: a-z, 0-9, dot and dash.',
  }),
  role: Type.Enum(['support', 'ops', 'finance', 'owner']),
});
export type OpsAddOperatorBody = Static<typeof OpsAddOperatorBody>;

export const OpsOperatorParams = Type.Object({
  name: Type.String({ minLength: 1, maxLength: OPERATOR_NAME_MAX }),
});
export type OpsOperatorParams = Static<typeof OpsOperatorParams>;

/** `secret` is shown once: a repeated call returns null, or the data of its audit line. */
export const OpsSecretReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Union([FreeObject, Type.Null()]),
});
export type OpsSecretReply = Static<typeof OpsSecretReply>;
