import { type Static, Type } from 'typebox';
import { OPERATOR_NAME_MAX, OPERATOR_PASSWORD_MAX, PASSKEY_LABEL_MAX } from '../limits.ts';
import { FreeObject, Instant, NullableInstant, NullableString, Uuid } from './basics.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
/** The browser's JSON of a passkey encodes bytes as base64url. */
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' });

/** The browser reports a new passkey in this form. @source WebAuthn 3, RegistrationResponseJSON */
const CreatedPasskey = Type.Object({
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
export type CreatedPasskey = Static<typeof CreatedPasskey>;

/** The browser reports a passkey's signature in this form. @source WebAuthn 3, AuthenticationResponseJSON */
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

/** The server checks name and password before it requests the passkey. */
export const OpsPasskeySignInBody = Type.Object({
  name: text(OPERATOR_NAME_MAX),
  password: text(OPERATOR_PASSWORD_MAX),
});
export type OpsPasskeySignInBody = Static<typeof OpsPasskeySignInBody>;

/** The browser takes these options in the standard's JSON form. */
export const OpsPasskeyOptionsReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ options: FreeObject }),
});
export type OpsPasskeyOptionsReply = Static<typeof OpsPasskeyOptionsReply>;

const AccessPage = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Uuid,
      ip: NullableString,
      userAgent: NullableString,
      createdAt: Instant,
      lastSeenAt: Instant,
      isThis: Type.Boolean(),
    }),
  ),
  passkeys: Type.Array(
    Type.Object({ id: Uuid, label: Type.String(), createdAt: Instant, usedAt: NullableInstant }),
  ),
  /** False: the shop's address is an IP address, for which browsers create no passkeys. */
  canAddPasskeys: Type.Boolean(),
  hasAuthenticator: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
});
export const OpsAccessReply = Type.Object({ success: Type.Literal(true), data: AccessPage });
export type OpsAccessReply = Static<typeof OpsAccessReply>;

export const OpsOwnParams = Type.Object({ id: Uuid });
export type OpsOwnParams = Static<typeof OpsOwnParams>;

export const OpsOwnPasswordBody = Type.Object({ password: text(OPERATOR_PASSWORD_MAX) });
export type OpsOwnPasswordBody = Static<typeof OpsOwnPasswordBody>;

export const OpsPasskeyAddBody = Type.Object({ label: text(PASSKEY_LABEL_MAX), passkey: CreatedPasskey });
export type OpsPasskeyAddBody = Static<typeof OpsPasskeyAddBody>;

export const OpsPasskeyLabelBody = Type.Object({ label: text(PASSKEY_LABEL_MAX) });
export type OpsPasskeyLabelBody = Static<typeof OpsPasskeyLabelBody>;

export const OpsNewCodesReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
});
export type OpsNewCodesReply = Static<typeof OpsNewCodesReply>;

export const OpsNewPasswordBody = Type.Object({
  password: text(OPERATOR_PASSWORD_MAX),
  newPassword: text(OPERATOR_PASSWORD_MAX),
});
export type OpsNewPasswordBody = Static<typeof OpsNewPasswordBody>;
