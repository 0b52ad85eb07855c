import { defineDelete, defineGet, definePatch, definePost } from './endpoint.ts';
import type * as auth from './schemas/auth.ts';
import type { SuccessMessageReply, SuccessReply } from './schemas/basics.ts';

/**
 * API calls about an account. They have their own file, because the first page must not download them.
 * @source spec section 7, http.md
 */

export const verifyRecoveryKey = definePost<{
  body: auth.VerifyRecoveryKeyBody;
  reply: auth.VerifyRecoveryKeyReply;
}>('/api/auth/verify-recovery-key');
export const resetPassword = definePost<{ body: auth.ResetPasswordBody; reply: SuccessMessageReply }>(
  '/api/auth/reset-password',
);
export const requestRecoveryKeyReset = definePost<{
  body: auth.RequestRecoveryKeyResetBody;
  reply: SuccessMessageReply;
}>('/api/auth/request-recovery-key-reset');
export const replaceForgottenRecoveryKey = definePost<{
  body: auth.ReplaceForgottenRecoveryKeyBody;
  reply: SuccessMessageReply;
}>('/api/auth/use-temporary-recovery-key');
export const updateRecoveryKey = definePatch<{
  body: auth.UpdateRecoveryKeyBody;
  reply: SuccessMessageReply;
}>('/api/auth/update-recovery-key', ['/auth/update-recovery-key']);
export const updatePassword = definePatch<{ body: auth.UpdatePasswordBody; reply: SuccessMessageReply }>(
  '/api/auth/password',
);
export const listOwnSessions = defineGet<{ reply: auth.OwnSessionsReply }>('/api/auth/sessions');
export const endOwnSession = defineDelete<{ params: auth.SessionIdParams; reply: SuccessReply }>(
  '/api/auth/sessions/:sessionId',
);
export const endOtherSessions = defineDelete<{ reply: SuccessReply }>('/api/auth/sessions');
export const updateShopperName = definePatch<{ body: auth.UpdateShopperNameBody; reply: auth.UserReply }>(
  '/api/auth/update-name',
);
export const updateShopperPreferences = definePatch<{
  body: auth.UpdateShopperPreferencesBody;
  reply: auth.UserReply;
}>('/api/auth/preferences');
export const exportAccountData = defineGet<{ reply: auth.AccountExportReply }>('/api/account/export');
export const deleteAccount = defineDelete<{ body: auth.DeleteAccountBody; reply: SuccessMessageReply }>(
  '/api/account',
);
