import { defineGet, definePost } from '../endpoint.ts';
import type * as access from '../schemas/ops/access.ts';
import type { OpsActionReply } from '../schemas/ops/console.ts';

/** Calls with which operators sign in by passkey and change their own credentials. @source operator.md */

/** Starts a sign-in with a passkey: the reply has the challenge that the passkey signs for `opsSignIn`. */
export const opsStartPasskeySignIn = definePost<{
  body: access.OpsStartPasskeySignInBody;
  reply: access.OpsWebAuthnOptionsReply;
}>('/api/ops/sign-in/passkey');
export const opsGetOwnCredentials = defineGet<{ reply: access.OpsOwnCredentialsReply }>('/api/ops/access');
export const opsEndOwnSession = definePost<{
  params: access.OpsOwnCredentialIdParams;
  reply: OpsActionReply;
}>('/api/ops/access/sessions/:id/end');
export const opsEndOtherSessions = definePost<{ reply: OpsActionReply }>(
  '/api/ops/access/other-sessions/end',
);
export const opsStartPasskeyRegistration = definePost<{
  body: access.OpsConfirmPasswordBody;
  reply: access.OpsWebAuthnOptionsReply;
}>('/api/ops/access/passkey-options');
export const opsAddPasskey = definePost<{ body: access.OpsAddPasskeyBody; reply: OpsActionReply }>(
  '/api/ops/access/passkeys',
);
export const opsRenamePasskey = definePost<{
  params: access.OpsOwnCredentialIdParams;
  body: access.OpsRenamePasskeyBody;
  reply: OpsActionReply;
}>('/api/ops/access/passkeys/:id/label');
export const opsRemovePasskey = definePost<{
  params: access.OpsOwnCredentialIdParams;
  body: access.OpsConfirmPasswordBody;
  reply: OpsActionReply;
}>('/api/ops/access/passkeys/:id/remove');
export const opsRemoveAuthenticator = definePost<{
  body: access.OpsConfirmPasswordBody;
  reply: OpsActionReply;
}>('/api/ops/access/authenticator/remove');
export const opsGetNewAuthenticatorKey = defineGet<{ reply: access.OpsNewAuthenticatorKeyReply }>(
  '/api/ops/access/new-authenticator',
);
export const opsReplaceAuthenticator = definePost<{
  body: access.OpsReplaceAuthenticatorBody;
  reply: OpsActionReply;
}>('/api/ops/access/authenticator');
export const opsReplaceRecoveryCodes = definePost<{
  body: access.OpsConfirmPasswordBody;
  reply: access.OpsRecoveryCodesReply;
}>('/api/ops/access/recovery-codes');
export const opsChangeOwnPassword = definePost<{
  body: access.OpsChangeOwnPasswordBody;
  reply: OpsActionReply;
}>('/api/ops/access/password');
export const opsSetOwnPushKinds = definePost<{ body: access.OpsSetOwnPushKindsBody; reply: OpsActionReply }>(
  '/api/ops/access/push',
);
