import { defineDelete, defineGet, definePatch, definePost } from './endpoint.ts';
import type { SuccessReply } from './schemas/basics.ts';
import type * as cart from './schemas/cart.ts';
import type * as group from './schemas/group.ts';
import type * as notification from './schemas/notification.ts';
import type { OrderReceiptReply, OrderTrackingNumberParams } from './schemas/order.ts';
import type * as payment from './schemas/payment.ts';
import type { ReferralInfoReply, ReferralStats } from './schemas/referral.ts';
import type * as review from './schemas/review.ts';
import type { Wallet } from './schemas/wallet.ts';

/** API calls for signed-in members. They have their own file, because the first page must not download them. */

// Groups
export const listMyGroups = defineGet<{ query: group.MyGroupsQuery; reply: group.MyGroupsReply }>(
  '/api/group/my-groups',
);
export const leaveGroup = definePost<{
  params: group.GroupIdParams;
  body: object;
  reply: group.LeaveGroupReply;
}>('/api/group/:groupId/leave');
export const reduceOrderLineQuantity = definePost<{
  params: group.GroupIdParams;
  body: group.ReduceOrderLineQuantityBody;
  reply: group.LeaveGroupReply;
}>('/api/group/:groupId/take-less');
export const switchToSoloPurchase = definePost<{
  params: group.GroupIdParams;
  body: object;
  reply: cart.Cart;
}>('/api/group/:groupId/switch-to-solo');

export const listProductAlerts = defineGet<{ reply: group.ProductAlertsReply }>('/api/alerts');
export const setProductAlert = definePost<{
  params: group.ProductIdParams;
  body: object;
  reply: group.ProductAlertsReply;
}>('/api/alerts/:productId');
export const deleteProductAlert = defineDelete<{
  params: group.ProductIdParams;
  reply: group.ProductAlertsReply;
}>('/api/alerts/:productId');

// Orders
export const getOrderReceipt = defineGet<{ params: OrderTrackingNumberParams; reply: OrderReceiptReply }>(
  '/api/orders/:trackingNumber/receipt',
);

// Reviews
export const listOwnReviews = defineGet<{ params: group.ProductIdParams; reply: review.OwnReviewsReply }>(
  '/api/reviews/mine/:productId',
);
export const saveReview = definePost<{
  params: review.OrderLineParams;
  body: review.SaveReviewBody;
  reply: review.OwnReviewReply;
}>('/api/reviews/:trackingNumber/:lineNumber');
export const withdrawReview = defineDelete<{ params: review.OrderLineParams; reply: review.OwnReviewReply }>(
  '/api/reviews/:trackingNumber/:lineNumber',
);

// Cart
export const getCart = defineGet<{ reply: cart.Cart }>('/api/cart');
export const addToCart = definePost<{ body: cart.AddToCartBody; reply: cart.AddToCartReply }>(
  '/api/cart/add',
  ['/cart/add'],
);
export const updateCartQuantity = definePatch<{ body: cart.UpdateCartQuantityBody; reply: cart.Cart }>(
  '/api/cart/update-quantity',
  ['/cart/update-quantity'],
);
export const removeFromCart = defineDelete<{
  params: cart.RemoveFromCartParams;
  query: cart.RemoveFromCartQuery;
  reply: cart.Cart;
}>('/api/cart/remove/:productId', ['/cart/remove/:productId']);
export const clearCart = defineDelete<{ reply: cart.Cart }>('/api/cart/clear');

// Payment
export const initializePayment = definePost<{
  body: payment.InitializePaymentBody;
  reply: payment.InitializePaymentReply;
}>('/api/payment/initialize');
export const findPaymentOrBlockIdempotencyKey = definePost<{
  params: payment.PaymentIdempotencyKeyParams;
  body: object;
  reply: payment.PaymentAttemptOrNoneReply;
}>('/api/payment/attempts/:key/check');
export const getPaymentStatus = defineGet<{
  params: payment.PaymentReferenceParams;
  reply: payment.PaymentStatusReply;
}>('/api/payment/status/:reference');

// Calls about the wallet and referrals
export const getWallet = defineGet<{ reply: Wallet }>('/api/wallet');
export const getReferralInfo = defineGet<{ reply: ReferralInfoReply }>('/api/referral/info');
export const getReferralStats = defineGet<{ reply: ReferralStats }>('/api/referral/stats');

// Notifications
export const listNotifications = defineGet<{ reply: notification.NotificationsReply }>('/api/notifications', [
  '/notifications',
]);
export const getUnreadNotificationCount = defineGet<{ reply: notification.UnreadCountReply }>(
  '/api/notifications/unread-count',
  ['/notifications/unread-count'],
);
export const markNotificationRead = definePatch<{
  params: notification.NotificationIdParams;
  body: object;
  reply: SuccessReply;
}>('/api/notifications/:id/read', ['/notifications/:id/read']);
export const markAllNotificationsRead = definePatch<{
  body: notification.NotificationsCreatedUntilBody;
  reply: SuccessReply;
}>('/api/notifications/mark-all-read', ['/notifications/mark-all-read']);
export const deleteNotification = defineDelete<{
  params: notification.NotificationIdParams;
  reply: SuccessReply;
}>('/api/notifications/:id', ['/notifications/:id']);
export const clearAllNotifications = defineDelete<{
  query: notification.NotificationsCreatedUntilQuery;
  body: notification.NotificationsCreatedUntilBody;
  reply: SuccessReply;
}>('/api/notifications/clear-all', ['/notifications/clear-all']);
export const getPushPublicKey = defineGet<{ reply: notification.PushPublicKeyReply }>('/api/push/key');
export const savePushSubscription = definePost<{
  body: notification.PushSubscriptionBody;
  reply: SuccessReply;
}>('/api/push/subscription');
export const removePushSubscription = defineDelete<{ body: { endpoint: string }; reply: SuccessReply }>(
  '/api/push/subscription',
);
