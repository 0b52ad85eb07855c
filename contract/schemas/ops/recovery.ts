import { type Static, Type } from 'typebox';
import { OPERATOR_REASON_LENGTH_MAX } from '../../limits.ts';
import { DataReply, IsoTimestamp, ListReply, NullableString, TextUpTo, Uuid } from '../basics.ts';

export const OpsRecoveryRequestsQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'approved', 'rejected', 'expired'])),
});
export type OpsRecoveryRequestsQuery = Static<typeof OpsRecoveryRequestsQuery>;

export const OpsRecoveryRequestsReply = ListReply({
  id: Uuid,
  email: Type.String(),
  /**
   * The phone number in the request. Operators call the account's own number instead, because a thief would enter
   * another number.
   */
  phone: Type.String(),
  accountName: NullableString,
  accountPhone: NullableString,
  reason: Type.String(),
  phoneMatches: Type.Boolean(),
  status: Type.String(),
  createdAt: IsoTimestamp,
});
export type OpsRecoveryRequestsReply = Static<typeof OpsRecoveryRequestsReply>;

export const OpsRecoveryRequestParams = Type.Object({ requestId: Uuid });
export type OpsRecoveryRequestParams = Static<typeof OpsRecoveryRequestParams>;

/** `despitePhone` approves a request whose number differs from the account's; `reason` must then say why. */
export const OpsApproveRecoveryRequestBody = Type.Object({
  reason: Type.Optional(TextUpTo(OPERATOR_REASON_LENGTH_MAX)),
  despitePhone: Type.Optional(Type.Boolean()),
});
export type OpsApproveRecoveryRequestBody = Static<typeof OpsApproveRecoveryRequestBody>;

/** The temporary recovery key that the operator passes on. It is shown once: a repeated call returns null. */
export const OpsApproveRecoveryRequestReply = DataReply(
  Type.Union([
    Type.Object({
      temporaryKey: Type.String(),
      email: Type.String(),
      expiresInHours: Type.Integer(),
      whatsapp: Type.String(),
    }),
    Type.Null(),
  ]),
);
export type OpsApproveRecoveryRequestReply = Static<typeof OpsApproveRecoveryRequestReply>;
