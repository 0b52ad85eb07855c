import { endpoint } from './endpoint.ts';
import type { OpsActionReply } from './schemas/ops.ts';
import type {
  OpsAccessReply,
  OpsNewCodesReply,
  OpsNewPasswordBody,
  OpsOwnParams,
  OpsOwnPasswordBody,
  OpsPasskeyAddBody,
  OpsPasskeyLabelBody,
  OpsPasskeyOptionsReply,
  OpsPasskeySignInBody,
} from './schemas/ops-access.ts';

/** These calls sign in with a passkey and change an operator's own credentials. @source operator.md */

/** The console calls this first, to sign `opsSignIn` with the passkey. */
export const opsPasskeySignInOptions = endpoint<{
  body: OpsPasskeySignInBody;
  reply: OpsPasskeyOptionsReply;
}>('POST', '/api/ops/sign-in/passkey');
export const opsAccess = endpoint<{ reply: OpsAccessReply }>('GET', '/api/ops/access');
export const opsEndSession = endpoint<{ params: OpsOwnParams; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/sessions/:id/end',
);
export const opsEndOtherSessions = endpoint<{ reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/other-sessions/end',
);
export const opsPasskeyAddOptions = endpoint<{ body: OpsOwnPasswordBody; reply: OpsPasskeyOptionsReply }>(
  'POST',
  '/api/ops/access/passkey-options',
);
export const opsPasskeyAdd = endpoint<{ body: OpsPasskeyAddBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/passkeys',
);
export const opsPasskeyLabel = endpoint<{
  params: OpsOwnParams;
  body: OpsPasskeyLabelBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/access/passkeys/:id/label');
export const opsPasskeyRemove = endpoint<{
  params: OpsOwnParams;
  body: OpsOwnPasswordBody;
  reply: OpsActionReply;
}>('POST', '/api/ops/access/passkeys/:id/remove');
export const opsAuthenticatorRemove = endpoint<{ body: OpsOwnPasswordBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/authenticator/remove',
);
export const opsNewCodes = endpoint<{ body: OpsOwnPasswordBody; reply: OpsNewCodesReply }>(
  'POST',
  '/api/ops/access/recovery-codes',
);
export const opsNewPassword = endpoint<{ body: OpsNewPasswordBody; reply: OpsActionReply }>(
  'POST',
  '/api/ops/access/password',
);
