import { type Static, Type } from 'typebox';
import { EMAIL_MAX, OPERATOR_REASON_MAX } from '../limits.ts';
import { Instant, NullableInstant, NullableString, Uuid } from './basics.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const OpsRecoveryQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'approved', 'rejected', 'expired'])),
});
export type OpsRecoveryQuery = Static<typeof OpsRecoveryQuery>;

export const OpsRecoveryReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      id: Uuid,
      email: Type.String(),
      /** The number in the request; operators call the account's own number. */
      phone: Type.String(),
      accountName: NullableString,
      accountPhone: NullableString,
      reason: Type.String(),
      phoneMatches: Type.Boolean(),
      status: Type.String(),
      createdAt: Instant,
    }),
  ),
});
export type OpsRecoveryReply = Static<typeof OpsRecoveryReply>;

export const OpsRequestParams = Type.Object({ requestId: Uuid });
export type OpsRequestParams = Static<typeof OpsRequestParams>;

/** `despitePhone` approves a request whose number is not the account's. `reason` must then say why. */
export const OpsApproveBody = Type.Object({
  reason: Type.Optional(text(OPERATOR_REASON_MAX)),
  despitePhone: Type.Optional(Type.Boolean()),
});
export type OpsApproveBody = Static<typeof OpsApproveBody>;

/** `data` is null when the call is repeated: the key is shown once. */
export const OpsApproveReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Union([
    Type.Object({
      temporaryKey: Type.String(),
      email: Type.String(),
      expiresInHours: Type.Integer(),
      whatsapp: Type.String(),
    }),
    Type.Null(),
  ]),
});
export type OpsApproveReply = Static<typeof OpsApproveReply>;

export const OpsReferralsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(
    Type.Object({
      friend: Type.String(),
      referrer: Type.String(),
      flags: Type.Array(Type.String()),
      joinedAt: Instant,
      qualifiedAt: NullableInstant,
    }),
  ),
});
export type OpsReferralsReply = Static<typeof OpsReferralsReply>;

export const OpsReferralDecisionBody = Type.Object({
  email: text(EMAIL_MAX),
  reason: text(OPERATOR_REASON_MAX),
});
export type OpsReferralDecisionBody = Static<typeof OpsReferralDecisionBody>;
