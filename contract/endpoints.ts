import { defineGet, definePost } from './endpoint.ts';
import type * as auth from './schemas/auth.ts';
import type { SuccessReply } from './schemas/basics.ts';
import type { ShopConfigReply } from './schemas/config.ts';
import type * as group from './schemas/group.ts';
import type * as product from './schemas/product.ts';
import type { ProductReviewsQuery, ProductReviewsReply } from './schemas/review.ts';

/**
 * API calls of sign-in and of what visitors may read. Other files hold the calls about accounts and purchases.
 * @source spec section 7, http.md
 */

export type { Endpoint, EndpointTypes as Shape } from './endpoint.ts';

// Sign-in
export const signUp = definePost<{ body: auth.SignUpBody; reply: auth.SignInReply }>('/api/auth/signup', [
  '/auth/signup',
]);
export const signIn = definePost<{ body: auth.SignInBody; reply: auth.SignInReply }>('/api/auth/login', [
  '/auth/login',
]);
export const refreshAccessToken = definePost<{ body: object; reply: auth.RefreshTokenReply }>(
  '/api/auth/refresh',
  ['/auth/refresh'],
);
export const signOut = definePost<{ body: object; reply: SuccessReply }>('/api/auth/logout', [
  '/auth/logout',
]);

// Calls about the catalogue and the shop
export const getShopConfig = defineGet<{ reply: ShopConfigReply }>('/api/config');
export const listPickupCentres = defineGet<{ reply: product.PickupCentresReply }>('/api/centres');
export const listProducts = defineGet<{ query: product.ProductsQuery; reply: product.ProductsReply }>(
  '/api/products/',
  ['/api/products'],
);
export const getProductBySlug = defineGet<{ params: product.ProductSlugParams; reply: product.ProductReply }>(
  '/api/products/slug/:slug',
);

// Reviews
export const listProductReviews = defineGet<{
  params: group.ProductIdParams;
  query: ProductReviewsQuery;
  reply: ProductReviewsReply;
}>('/api/reviews/product/:productId');

// Groups
export const getGroupProgress = defineGet<{ params: group.ProductIdParams; reply: group.GroupProgressReply }>(
  '/api/group/product/:productId',
);
export const getGroupInvitation = defineGet<{
  params: group.GroupIdParams;
  query: group.GroupInvitationReferralQuery;
  reply: group.GroupInvitationReply;
}>('/api/group/:groupId/invitation');
