import { endpoint } from './endpoint.ts';
import type {
  AccountExportReply,
  DeleteAccountBody,
  DoneReply,
  LoginBody,
  MessageReply,
  PreferencesBody,
  RefreshReply,
  RequestRecoveryKeyResetBody,
  ResetPasswordBody,
  SessionIdParams,
  SessionReply,
  SessionsReply,
  SignUpBody,
  UpdateNameBody,
  UpdatePasswordBody,
  UpdateRecoveryKeyBody,
  UserReply,
  UseTemporaryKeyBody,
  VerifyRecoveryKeyBody,
  VerifyRecoveryKeyReply,
} from './schemas/auth.ts';
import type { ConfigReply } from './schemas/config.ts';
import type { GroupProgressReply, ProductIdParams } from './schemas/group.ts';
import type {
  CentresReply,
  ProductReply,
  ProductsQuery,
  ProductsReply,
  SlugParams,
} from './schemas/product.ts';

/**
 * This file declares the API calls. Those about a member's purchases are in `member-endpoints.ts`.
 * @source spec section 7, http.md
 */

export type { Endpoint, EndpointShape as Shape } from './endpoint.ts';

// Accounts
export const signUp = endpoint<{ body: SignUpBody; reply: SessionReply }>('POST', '/api/auth/signup', [
  '/auth/signup',
]);
export const login = endpoint<{ body: LoginBody; reply: SessionReply }>('POST', '/api/auth/login', [
  '/auth/login',
]);
export const refresh = endpoint<{ body: object; reply: RefreshReply }>('POST', '/api/auth/refresh', [
  '/auth/refresh',
]);
export const logout = endpoint<{ body: object; reply: DoneReply }>('POST', '/api/auth/logout', [
  '/auth/logout',
]);
export const verifyRecoveryKey = endpoint<{ body: VerifyRecoveryKeyBody; reply: VerifyRecoveryKeyReply }>(
  'POST',
  '/api/auth/verify-recovery-key',
);
export const resetPassword = endpoint<{ body: ResetPasswordBody; reply: MessageReply }>(
  'POST',
  '/api/auth/reset-password',
);
export const requestRecoveryKeyReset = endpoint<{ body: RequestRecoveryKeyResetBody; reply: MessageReply }>(
  'POST',
  '/api/auth/request-recovery-key-reset',
);
export const applyTemporaryKey = endpoint<{ body: UseTemporaryKeyBody; reply: MessageReply }>(
  'POST',
  '/api/auth/use-temporary-recovery-key',
);
export const updateRecoveryKey = endpoint<{ body: UpdateRecoveryKeyBody; reply: MessageReply }>(
  'PATCH',
  '/api/auth/update-recovery-key',
  ['/auth/update-recovery-key'],
);
export const updatePassword = endpoint<{ body: UpdatePasswordBody; reply: MessageReply }>(
  'PATCH',
  '/api/auth/password',
);
export const listSessions = endpoint<{ reply: SessionsReply }>('GET', '/api/auth/sessions');
export const endOwnSession = endpoint<{ params: SessionIdParams; reply: DoneReply }>(
  'DELETE',
  '/api/auth/sessions/:sessionId',
);
export const endOtherSessions = endpoint<{ reply: DoneReply }>('DELETE', '/api/auth/sessions');
export const updateName = endpoint<{ body: UpdateNameBody; reply: UserReply }>(
  'PATCH',
  '/api/auth/update-name',
);
export const updatePreferences = endpoint<{ body: PreferencesBody; reply: UserReply }>(
  'PATCH',
  '/api/auth/preferences',
);
export const exportAccount = endpoint<{ reply: AccountExportReply }>('GET', '/api/account/export');
export const deleteAccount = endpoint<{ body: DeleteAccountBody; reply: MessageReply }>(
  'DELETE',
  '/api/account',
);

// Catalogue and shop
export const getConfig = endpoint<{ reply: ConfigReply }>('GET', '/api/config');
export const getCentres = endpoint<{ reply: CentresReply }>('GET', '/api/centres');
export const getProducts = endpoint<{ query: ProductsQuery; reply: ProductsReply }>('GET', '/api/products/', [
  '/api/products',
]);
export const getProductBySlug = endpoint<{ params: SlugParams; reply: ProductReply }>(
  'GET',
  '/api/products/slug/:slug',
);

// Groups
export const getGroupProgress = endpoint<{ params: ProductIdParams; reply: GroupProgressReply }>(
  'GET',
  '/api/group/product/:productId',
);
