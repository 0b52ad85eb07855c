import { defineEndpoint } from './endpoint.ts';
import type {
  AccountExportReply,
  DeleteAccountBody,
  OwnSessionsReply,
  ReplaceForgottenRecoveryKeyBody,
  RequestRecoveryKeyResetBody,
  ResetPasswordBody,
  SessionIdParams,
  SuccessMessageReply,
  SuccessReply,
  UpdateNameBody,
  UpdatePasswordBody,
  UpdatePreferencesBody,
  UpdateRecoveryKeyBody,
  UserReply,
  VerifyRecoveryKeyBody,
  VerifyRecoveryKeyReply,
} from './schemas/auth.ts';

/**
 * API calls about an account. They have their own file, because the first page must not download them.
 * @source spec section 7, http.md
 */

export const verifyRecoveryKey = defineEndpoint<{
  body: VerifyRecoveryKeyBody;
  reply: VerifyRecoveryKeyReply;
}>('POST', '/api/auth/verify-recovery-key');
export const resetPassword = defineEndpoint<{ body: ResetPasswordBody; reply: SuccessMessageReply }>(
  'POST',
  '/api/auth/reset-password',
);
export const requestRecoveryKeyReset = defineEndpoint<{
  body: RequestRecoveryKeyResetBody;
  reply: SuccessMessageReply;
}>('POST', '/api/auth/request-recovery-key-reset');
export const replaceForgottenRecoveryKey = defineEndpoint<{
  body: ReplaceForgottenRecoveryKeyBody;
  reply: SuccessMessageReply;
}>('POST', '/api/auth/use-temporary-recovery-key');
export const updateRecoveryKey = defineEndpoint<{ body: UpdateRecoveryKeyBody; reply: SuccessMessageReply }>(
  'PATCH',
  '/api/auth/update-recovery-key',
  ['/auth/update-recovery-key'],
);
export const updatePassword = defineEndpoint<{ body: UpdatePasswordBody; reply: SuccessMessageReply }>(
  'PATCH',
  '/api/auth/password',
);
export const listOwnSessions = defineEndpoint<{ reply: OwnSessionsReply }>('GET', '/api/auth/sessions');
export const endOwnSession = defineEndpoint<{ params: SessionIdParams; reply: SuccessReply }>(
  'DELETE',
  '/api/auth/sessions/:sessionId',
);
export const endOtherSessions = defineEndpoint<{ reply: SuccessReply }>('DELETE', '/api/auth/sessions');
export const updateName = defineEndpoint<{ body: UpdateNameBody; reply: UserReply }>(
  'PATCH',
  '/api/auth/update-name',
);
export const updatePreferences = defineEndpoint<{ body: UpdatePreferencesBody; reply: UserReply }>(
  'PATCH',
  '/api/auth/preferences',
);
export const exportAccountData = defineEndpoint<{ reply: AccountExportReply }>('GET', '/api/account/export');
export const deleteAccount = defineEndpoint<{ body: DeleteAccountBody; reply: SuccessMessageReply }>(
  'DELETE',
  '/api/account',
);
