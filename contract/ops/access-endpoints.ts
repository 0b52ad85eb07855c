import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsAddPasskeyBody,
  OpsChangeOwnPasswordBody,
  OpsConfirmPasswordBody,
  OpsNewAuthenticatorKeyReply,
  OpsOwnCredentialIdParams,
  OpsOwnCredentialsReply,
  OpsRecoveryCodesReply,
  OpsRenamePasskeyBody,
  OpsReplaceAuthenticatorBody,
  OpsSetOwnPushKindsBody,
  OpsStartPasskeySignInBody,
  OpsWebAuthnOptionsReply,
} from '../schemas/ops/access.ts';
import type { OpsActionReply } from '../schemas/ops/console.ts';

/** Calls with which operators sign in by passkey and change their own credentials. @source operator.md */

/** Starts a sign-in with a passkey: the reply has the challenge that the passkey signs for `opsSignIn`. */
export const opsStartPasskeySignIn = defineEndpoint<{
  body: OpsStartPasskeySignInBody;
  reply: OpsWebAuthnOptionsReply;
}>('POST', '/api/ops/sign-in/passkey');
export const opsGetOwnCredentials = defineEndpoint<{ reply: OpsOwnCredentialsReply }>(
  'GET',
  '/api/ops/access',
);
export const opsEndOwnSession = defineEndpoint<{ params: OpsOwnCredentialIdParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/sessions/:id/end',
);
export const opsEndOtherSessions = defineEndpoint<{ reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/other-sessions/end',
);
export const opsStartPasskeyRegistration = defineEndpoint<{
  body: OpsConfirmPasswordBody;
  reply: OpsWebAuthnOptionsReply;
}>('POST', '/api/ops/access/passkey-options');
export const opsAddPasskey = defineEndpoint<{ body: OpsAddPasskeyBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/passkeys',
);
export const opsRenamePasskey = defineEndpoint<{
  params: OpsOwnCredentialIdParams;
  body: OpsRenamePasskeyBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/access/passkeys/:id/label');
export const opsRemovePasskey = defineEndpoint<{
  params: OpsOwnCredentialIdParams;
  body: OpsConfirmPasswordBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/access/passkeys/:id/remove');
export const opsRemoveAuthenticator = defineEndpoint<{ body: OpsConfirmPasswordBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/authenticator/remove',
);
export const opsGetNewAuthenticatorKey = defineEndpoint<{ reply: OpsNewAuthenticatorKeyReply }>(
  'GET',
  '/api/ops/access/new-authenticator',
);
export const opsReplaceAuthenticator = defineEndpoint<{
  body: OpsReplaceAuthenticatorBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/access/authenticator');
export const opsReplaceRecoveryCodes = defineEndpoint<{
  body: OpsConfirmPasswordBody;
  reply: OpsRecoveryCodesReply;
}>('POST', '/api/ops/access/recovery-codes');
export const opsChangeOwnPassword = defineEndpoint<{ body: OpsChangeOwnPasswordBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/password',
);
export const opsSetOwnPushKinds = defineEndpoint<{ body: OpsSetOwnPushKindsBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/push',
);
