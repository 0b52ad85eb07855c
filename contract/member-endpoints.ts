import { defineEndpoint } from './endpoint.ts';
import type { SuccessReply } from './schemas/auth.ts';
import type {
  AddToCartBody,
  AddToCartReply,
  Cart,
  RemoveFromCartParams,
  RemoveFromCartQuery,
  UpdateCartQuantityBody,
} from './schemas/cart.ts';
import type {
  GroupIdParams,
  LeaveGroupReply,
  MyGroupsQuery,
  MyGroupsReply,
  ProductAlertsReply,
  ProductIdParams,
  ReduceOrderLineQuantityBody,
} from './schemas/group.ts';
import type {
  NotificationIdParams,
  NotificationsBeforeBody,
  NotificationsBeforeQuery,
  NotificationsReply,
  PushPublicKeyReply,
  PushSubscriptionBody,
  UnreadCountReply,
} from './schemas/notification.ts';
import type { OrderReceiptReply, OrderTrackingNumberParams } from './schemas/order.ts';
import type {
  InitializePaymentBody,
  InitializePaymentReply,
  PaymentAttemptOrNoneReply,
  PaymentIdempotencyKeyParams,
  PaymentReferenceParams,
  PaymentStatusReply,
} from './schemas/payment.ts';
import type { ReferralInfoReply, ReferralStats } from './schemas/referral.ts';
import type { OrderLineParams, OwnReviewReply, OwnReviewsReply, SaveReviewBody } from './schemas/review.ts';
import type { Wallet } from './schemas/wallet.ts';

/** API calls for signed-in members. They have their own file, because the first page must not download them. */

// Groups
export const listMyGroups = defineEndpoint<{ query: MyGroupsQuery; reply: MyGroupsReply }>(
  'GET',
  '/api/group/my-groups',
);
export const leaveGroup = defineEndpoint<{ params: GroupIdParams; body: object; reply: LeaveGroupReply }>(
  'POST',
  '/api/group/:groupId/leave',
);
export const reduceOrderLineQuantity = defineEndpoint<{
  params: GroupIdParams;
  body: ReduceOrderLineQuantityBody;
  reply: LeaveGroupReply;
}>('POST', '/api/group/:groupId/take-less');
export const switchToSoloPurchase = defineEndpoint<{ params: GroupIdParams; body: object; reply: Cart }>(
  'POST',
  '/api/group/:groupId/switch-to-solo',
);

export const listProductAlerts = defineEndpoint<{ reply: ProductAlertsReply }>('GET', '/api/alerts');
export const setProductAlert = defineEndpoint<{
  params: ProductIdParams;
  body: object;
  reply: ProductAlertsReply;
}>('POST', '/api/alerts/:productId');
export const deleteProductAlert = defineEndpoint<{ params: ProductIdParams; reply: ProductAlertsReply }>(
  'DELETE',
  '/api/alerts/:productId',
);

// Orders
export const getOrderReceipt = defineEndpoint<{
  params: OrderTrackingNumberParams;
  reply: OrderReceiptReply;
}>('GET', '/api/orders/:trackingNumber/receipt');

// Reviews
export const listOwnReviews = defineEndpoint<{ params: ProductIdParams; reply: OwnReviewsReply }>(
  'GET',
  '/api/reviews/mine/:productId',
);
export const saveReview = defineEndpoint<{
  params: OrderLineParams;
  body: SaveReviewBody;
  reply: OwnReviewReply;
}>('POST', '/api/reviews/:trackingNumber/:lineNumber');
export const withdrawReview = defineEndpoint<{ params: OrderLineParams; reply: OwnReviewReply }>(
  'DELETE',
  '/api/reviews/:trackingNumber/:lineNumber',
);

// Cart
export const getCart = defineEndpoint<{ reply: Cart }>('GET', '/api/cart');
export const addToCart = defineEndpoint<{ body: AddToCartBody; reply: AddToCartReply }>(
  'POST',
  '/api/cart/add',
  ['/cart/add'],
);
export const updateCartQuantity = defineEndpoint<{ body: UpdateCartQuantityBody; reply: Cart }>(
  'PATCH',
  '/api/cart/update-quantity',
  ['/cart/update-quantity'],
);
export const removeFromCart = defineEndpoint<{
  params: RemoveFromCartParams;
  query: RemoveFromCartQuery;
  reply: Cart;
}>('DELETE', '/api/cart/remove/:productId', ['/cart/remove/:productId']);
export const clearCart = defineEndpoint<{ reply: Cart }>('DELETE', '/api/cart/clear');

// Payment
export const initializePayment = defineEndpoint<{
  body: InitializePaymentBody;
  reply: InitializePaymentReply;
}>('POST', '/api/payment/initialize');
export const findPaymentOrBlockIdempotencyKey = defineEndpoint<{
  params: PaymentIdempotencyKeyParams;
  body: object;
  reply: PaymentAttemptOrNoneReply;
}>('POST', '/api/payment/attempts/:key/check');
export const getPaymentStatus = defineEndpoint<{ params: PaymentReferenceParams; reply: PaymentStatusReply }>(
  'GET',
  '/api/payment/status/:reference',
);

// Calls about the wallet and referrals
export const getWallet = defineEndpoint<{ reply: Wallet }>('GET', '/api/wallet');
export const getReferralInfo = defineEndpoint<{ reply: ReferralInfoReply }>('GET', '/api/referral/info');
export const getReferralStats = defineEndpoint<{ reply: ReferralStats }>('GET', '/api/referral/stats');

// Notifications
export const listNotifications = defineEndpoint<{ reply: NotificationsReply }>('GET', '/api/notifications', [
  '/notifications',
]);
export const getUnreadNotificationCount = defineEndpoint<{ reply: UnreadCountReply }>(
  'GET',
  '/api/notifications/unread-count',
  ['/notifications/unread-count'],
);
export const markNotificationRead = defineEndpoint<{
  params: NotificationIdParams;
  body: object;
  reply: SuccessReply;
}>('PATCH', '/api/notifications/:id/read', ['/notifications/:id/read']);
export const markAllNotificationsRead = defineEndpoint<{
  body: NotificationsBeforeBody;
  reply: SuccessReply;
}>('PATCH', '/api/notifications/mark-all-read', ['/notifications/mark-all-read']);
export const deleteNotification = defineEndpoint<{ params: NotificationIdParams; reply: SuccessReply }>(
  'DELETE',
  '/api/notifications/:id',
  ['/notifications/:id'],
);
export const clearAllNotifications = defineEndpoint<{
  query: NotificationsBeforeQuery;
  body: NotificationsBeforeBody;
  reply: SuccessReply;
}>('DELETE', '/api/notifications/clear-all', ['/notifications/clear-all']);
export const getPushPublicKey = defineEndpoint<{ reply: PushPublicKeyReply }>('GET', '/api/push/key');
export const savePushSubscription = defineEndpoint<{ body: PushSubscriptionBody; reply: SuccessReply }>(
  'POST',
  '/api/push/subscription',
);
export const removePushSubscription = defineEndpoint<{ body: { endpoint: string }; reply: SuccessReply }>(
  'DELETE',
  '/api/push/subscription',
);
