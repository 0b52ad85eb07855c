import { type Static, Type } from 'typebox';
import { CLIENT_PLATFORM_LENGTH_MAX, REFERRAL_CODE_LENGTH_MAX, REQUEST_TEXT_LENGTH_MAX } from '../limits.ts';
import { DataReply, Uuid } from './basics.ts';

/** The schema accepts missing and short fields, because the service reports them with messages for shoppers. */
const Text = Type.Optional(Type.String({ maxLength: REQUEST_TEXT_LENGTH_MAX }));
const Platform = Type.Optional(Type.String({ maxLength: CLIENT_PLATFORM_LENGTH_MAX }));

export const User = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  referralCode: Type.String(),
  /** True: the shopper allows pop-ups that show the first name to other shoppers after a purchase. */
  socialProof: Type.Boolean(),
});
export type User = Static<typeof User>;

export const SignUpBody = Type.Object({
  name: Text,
  email: Text,
  password: Text,
  phone: Text,
  secretRecoveryKey: Text,
  referralCode: Type.Optional(
    Type.Union([Type.String({ maxLength: REFERRAL_CODE_LENGTH_MAX }), Type.Null()]),
  ),
  platform: Platform,
});
export type SignUpBody = Static<typeof SignUpBody>;

export const SignInBody = Type.Object({ email: Text, password: Text, platform: Platform });
export type SignInBody = Static<typeof SignInBody>;

/** `token` and `accessToken` are the same token, because older clients read either name; the app adds `Bearer `. */
export const SignInReply = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  token: Type.String(),
  accessToken: Type.String(),
  user: User,
});
export type SignInReply = Static<typeof SignInReply>;

export const OptionalEmptyBody = Type.Optional(Type.Object({}));
export const RefreshTokenReply = Type.Object({
  success: Type.Literal(true),
  accessToken: Type.String(),
  token: Type.String(),
  /** The current profile, which another phone may have changed. Other servers may not send it. */
  user: Type.Optional(User),
});
export type RefreshTokenReply = Static<typeof RefreshTokenReply>;

export const VerifyRecoveryKeyBody = Type.Object({ email: Text, secretRecoveryKey: Text });
export type VerifyRecoveryKeyBody = Static<typeof VerifyRecoveryKeyBody>;
export const VerifyRecoveryKeyReply = Type.Object({ success: Type.Literal(true), resetToken: Type.String() });
export type VerifyRecoveryKeyReply = Static<typeof VerifyRecoveryKeyReply>;

export const ResetPasswordBody = Type.Object({ resetToken: Text, newPassword: Text });
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

export const RequestRecoveryKeyResetBody = Type.Object({ email: Text, phone: Text, reason: Text });
export type RequestRecoveryKeyResetBody = Static<typeof RequestRecoveryKeyResetBody>;

export const ReplaceForgottenRecoveryKeyBody = Type.Object({
  email: Text,
  temporaryKey: Text,
  newRecoveryKey: Text,
});
export type ReplaceForgottenRecoveryKeyBody = Static<typeof ReplaceForgottenRecoveryKeyBody>;

export const UpdateRecoveryKeyBody = Type.Object({ currentPassword: Text, newSecretRecoveryKey: Text });
export type UpdateRecoveryKeyBody = Static<typeof UpdateRecoveryKeyBody>;

export const UpdatePasswordBody = Type.Object({ currentPassword: Text, newPassword: Text });
export type UpdatePasswordBody = Static<typeof UpdatePasswordBody>;

/** Each session is a device on which the caller is signed in. Times are ISO 8601, UTC. */
const OwnSession = Type.Object({
  id: Uuid,
  createdAt: Type.String(),
  /** Time of the session's last use, rounded to 15 minutes. */
  lastSeenAt: Type.String(),
  userAgent: Type.Union([Type.String(), Type.Null()]),
  isCurrent: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;
/** Lists the caller's signed-in devices, the most recently used first. */
export const OwnSessionsReply = Type.Object({
  success: Type.Literal(true),
  sessions: Type.Array(OwnSession),
});
export type OwnSessionsReply = Static<typeof OwnSessionsReply>;
export const SessionIdParams = Type.Object({ sessionId: Uuid });
export type SessionIdParams = Static<typeof SessionIdParams>;

export const UpdateShopperNameBody = Type.Object({ name: Text });
export type UpdateShopperNameBody = Static<typeof UpdateShopperNameBody>;
export const UpdateShopperPreferencesBody = Type.Object({ socialProof: Type.Boolean() });
export type UpdateShopperPreferencesBody = Static<typeof UpdateShopperPreferencesBody>;
export const UserReply = Type.Object({ success: Type.Literal(true), user: User });
export type UserReply = Static<typeof UserReply>;

export const DeleteAccountBody = Type.Object({
  password: Text,
  /** True: the shopper agrees to lose the wallet's balance with the account. */
  giveUpWallet: Type.Optional(Type.Boolean()),
});
export type DeleteAccountBody = Static<typeof DeleteAccountBody>;
export const AccountExportReply = DataReply(Type.Record(Type.String(), Type.Unknown()));
export type AccountExportReply = Static<typeof AccountExportReply>;
