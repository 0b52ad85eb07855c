import { type Static, Type } from 'typebox';
import {
  OPERATOR_ENROLMENT_SECRET_LENGTH_MAX,
  OPERATOR_NAME_LENGTH_MAX,
  OPERATOR_PASSWORD_LENGTH_MAX,
  PASSKEY_LABEL_LENGTH_MAX,
} from '../../limits.ts';
import {
  AnyJsonObject,
  IsoTimestamp,
  NullableIsoTimestamp,
  NullableString,
  ObjectReply,
  TextUpTo,
  Uuid,
} from '../basics.ts';
import { PushSubscriptionBody } from '../notification.ts';
import { OpsAddOperatorBody } from './operators.ts';

/** Bytes in base64url, the encoding that browsers use for passkeys. */
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });

/** A new passkey as the browser reports it. @source WebAuthn 3, RegistrationResponseJSON */
const PasskeyRegistration = Type.Object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 8 })),
  }),
  clientExtensionResults: Type.Object({}),
});
export type PasskeyRegistration = Static<typeof PasskeyRegistration>;

/** A passkey's signature as the browser reports it. @source WebAuthn 3, AuthenticationResponseJSON */
export const PasskeySignature = Type.Object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
  }),
  clientExtensionResults: Type.Object({}),
});
export type PasskeySignature = Static<typeof PasskeySignature>;

/** Name and password, which the server checks before it requests the passkey. */
export const OpsStartPasskeySignInBody = Type.Object({
  name: TextUpTo(OPERATOR_NAME_LENGTH_MAX),
  password: TextUpTo(OPERATOR_PASSWORD_LENGTH_MAX),
});
export type OpsStartPasskeySignInBody = Static<typeof OpsStartPasskeySignInBody>;

/** Options that the browser passes to WebAuthn to create or use a passkey, in the standard's JSON form. */
export const OpsWebAuthnOptionsReply = ObjectReply({ options: AnyJsonObject });
export type OpsWebAuthnOptionsReply = Static<typeof OpsWebAuthnOptionsReply>;

export const OpsOwnCredentialsReply = ObjectReply({
  sessions: Type.Array(
    Type.Object({
      id: Uuid,
      ip: NullableString,
      userAgent: NullableString,
      createdAt: IsoTimestamp,
      lastSeenAt: IsoTimestamp,
      isThis: Type.Boolean(),
    }),
  ),
  passkeys: Type.Array(
    Type.Object({ id: Uuid, label: Type.String(), createdAt: IsoTimestamp, usedAt: NullableIsoTimestamp }),
  ),
  /** False when the shop's address is an IP address, because browsers create passkeys only for domain names. */
  canAddPasskeys: Type.Boolean(),
  hasAuthenticator: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
});
export type OpsOwnCredentialsReply = Static<typeof OpsOwnCredentialsReply>;

export const OpsOwnCredentialIdParams = Type.Object({ id: Uuid });
export type OpsOwnCredentialIdParams = Static<typeof OpsOwnCredentialIdParams>;

export const OpsConfirmPasswordBody = Type.Object({ password: TextUpTo(OPERATOR_PASSWORD_LENGTH_MAX) });
export type OpsConfirmPasswordBody = Static<typeof OpsConfirmPasswordBody>;

export const OpsAddPasskeyBody = Type.Object({
  label: TextUpTo(PASSKEY_LABEL_LENGTH_MAX),
  passkey: PasskeyRegistration,
});
export type OpsAddPasskeyBody = Static<typeof OpsAddPasskeyBody>;

export const OpsRenamePasskeyBody = Type.Object({ label: TextUpTo(PASSKEY_LABEL_LENGTH_MAX) });
export type OpsRenamePasskeyBody = Static<typeof OpsRenamePasskeyBody>;

export const OpsRecoveryCodesReply = ObjectReply({ recoveryCodes: Type.Array(Type.String()) });
export type OpsRecoveryCodesReply = Static<typeof OpsRecoveryCodesReply>;

/** A new authenticator key. The server stores it only once the operator has proved that an authenticator app has it. */
export const OpsNewAuthenticatorKeyReply = ObjectReply({ totpSecret: Type.String(), totpUri: Type.String() });
export type OpsNewAuthenticatorKeyReply = Static<typeof OpsNewAuthenticatorKeyReply>;

/** `code` proves that the authenticator has the new key; `totpSecret` is the key, base32 of 160 bits. */
export const OpsReplaceAuthenticatorBody = Type.Object({
  password: TextUpTo(OPERATOR_PASSWORD_LENGTH_MAX),
  totpSecret: Type.String({ pattern: '^[A-Z2-7]{32}$' }),
  code: TextUpTo(20),
});
export type OpsReplaceAuthenticatorBody = Static<typeof OpsReplaceAuthenticatorBody>;

export const OpsChangeOwnPasswordBody = Type.Object({
  password: TextUpTo(OPERATOR_PASSWORD_LENGTH_MAX),
  newPassword: TextUpTo(OPERATOR_PASSWORD_LENGTH_MAX),
});
export type OpsChangeOwnPasswordBody = Static<typeof OpsChangeOwnPasswordBody>;

/** `secret` comes from the link that the server prints at its start while the shop has no owner. */
export const OpsFirstOwnerAuthenticatorKeyBody = Type.Object({
  name: OpsAddOperatorBody.properties.name,
  secret: TextUpTo(OPERATOR_ENROLMENT_SECRET_LENGTH_MAX),
  password: TextUpTo(OPERATOR_PASSWORD_LENGTH_MAX),
});
export type OpsFirstOwnerAuthenticatorKeyBody = Static<typeof OpsFirstOwnerAuthenticatorKeyBody>;

export const OpsCreateFirstOwnerBody = Type.Object({
  ...OpsFirstOwnerAuthenticatorKeyBody.properties,
  ...OpsReplaceAuthenticatorBody.properties,
});
export type OpsCreateFirstOwnerBody = Static<typeof OpsCreateFirstOwnerBody>;

/** The reply shows both values only once. `secret` identifies the owner to the operator commands on the server. */
export const OpsCreateFirstOwnerReply = ObjectReply({
  secret: Type.String(),
  recoveryCodes: Type.Array(Type.String()),
});
export type OpsCreateFirstOwnerReply = Static<typeof OpsCreateFirstOwnerReply>;

/** Kinds of push messages that an operator can receive on a device. */
export const OperatorPushKind = Type.Enum(['sale', 'approval', 'alarm']);
export type OperatorPushKind = Static<typeof OperatorPushKind>;

/** With an empty `kinds` the device gets no more push messages. */
export const OpsSetOwnPushKindsBody = Type.Object({
  ...PushSubscriptionBody.properties,
  kinds: Type.Array(OperatorPushKind, { maxItems: 3, uniqueItems: true }),
});
export type OpsSetOwnPushKindsBody = Static<typeof OpsSetOwnPushKindsBody>;
