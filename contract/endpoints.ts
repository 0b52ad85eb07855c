import { defineEndpoint } from './endpoint.ts';
import type {
  AccountExportReply,
  ApplyTemporaryRecoveryKeyBody,
  DeleteAccountBody,
  LoginBody,
  OwnSessionsReply,
  RefreshTokenReply,
  RequestRecoveryKeyResetBody,
  ResetPasswordBody,
  SessionIdParams,
  SignInReply,
  SignUpBody,
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
import type { ShopConfigReply } from './schemas/config.ts';
import type {
  GroupIdParams,
  GroupInvitationQuery,
  GroupInvitationReply,
  GroupProgressReply,
  ProductIdParams,
} from './schemas/group.ts';
import type {
  PickupCentresReply,
  ProductReply,
  ProductSlugParams,
  ProductsQuery,
  ProductsReply,
} from './schemas/product.ts';
import type { ProductReviewsQuery, ProductReviewsReply } from './schemas/review.ts';

/**
 * This file declares the API calls. Those about a member's purchases are in `member-endpoints.ts`.
 * @source spec section 7, http.md
 */

export type { Endpoint, EndpointShape as Shape } from './endpoint.ts';

// Accounts
export const signUp = defineEndpoint<{ body: SignUpBody; reply: SignInReply }>('POST', '/api/auth/signup', [
  '/auth/signup',
]);
export const login = defineEndpoint<{ body: LoginBody; reply: SignInReply }>('POST', '/api/auth/login', [
  '/auth/login',
]);
export const refreshAccessToken = defineEndpoint<{ body: object; reply: RefreshTokenReply }>(
  'POST',
  '/api/auth/refresh',
  ['/auth/refresh'],
);
export const logout = defineEndpoint<{ body: object; reply: SuccessReply }>('POST', '/api/auth/logout', [
  '/auth/logout',
]);
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
export const applyTemporaryRecoveryKey = defineEndpoint<{
  body: ApplyTemporaryRecoveryKeyBody;
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

// Catalogue and shop
export const getShopConfig = defineEndpoint<{ reply: ShopConfigReply }>('GET', '/api/config');
export const getPickupCentres = defineEndpoint<{ reply: PickupCentresReply }>('GET', '/api/centres');
export const getProducts = defineEndpoint<{ query: ProductsQuery; reply: ProductsReply }>(
  'GET',
  '/api/products/',
  ['/api/products'],
);
export const getProductBySlug = defineEndpoint<{ params: ProductSlugParams; reply: ProductReply }>(
  'GET',
  '/api/products/slug/:slug',
);

// Reviews
export const listProductReviews = defineEndpoint<{
  params: ProductIdParams;
  query: ProductReviewsQuery;
  reply: ProductReviewsReply;
}>('GET', '/api/reviews/product/:productId');

// Groups
export const getGroupProgress = defineEndpoint<{ params: ProductIdParams; reply: GroupProgressReply }>(
  'GET',
  '/api/group/product/:productId',
);
export const getGroupInvitation = defineEndpoint<{
  params: GroupIdParams;
  query: GroupInvitationQuery;
  reply: GroupInvitationReply;
}>('GET', '/api/group/:groupId/invitation');
