import { defineEndpoint } from './endpoint.ts';
import type { LoginBody, RefreshTokenReply, SignInReply, SignUpBody, SuccessReply } from './schemas/auth.ts';
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
 * API calls of sign-in and of what visitors may read. Other files hold the calls about accounts and purchases.
 * @source spec section 7, http.md
 */

export type { Endpoint, EndpointShape as Shape } from './endpoint.ts';

// Sign-in
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

// Calls about the catalogue and the shop
export const getShopConfig = defineEndpoint<{ reply: ShopConfigReply }>('GET', '/api/config');
export const listPickupCentres = defineEndpoint<{ reply: PickupCentresReply }>('GET', '/api/centres');
export const listProducts = defineEndpoint<{ query: ProductsQuery; reply: ProductsReply }>(
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
