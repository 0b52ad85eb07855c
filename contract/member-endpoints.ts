import { endpoint } from './endpoint.ts';
import type { DoneReply } from './schemas/auth.ts';
import type {
  AddToCartBody,
  AddToCartReply,
  Cart,
  RemoveLineParams,
  RemoveLineQuery,
  UpdateQuantityBody,
} from './schemas/cart.ts';
import type { GroupIdParams, LeaveGroupReply, MyGroupsQuery, MyGroupsReply } from './schemas/group.ts';
import type {
  BeforeBody,
  BeforeQuery,
  NotificationIdParams,
  NotificationsReply,
  PushKeyReply,
  PushSubscriptionBody,
  UnreadCountReply,
} from './schemas/notification.ts';
import type { OrderParams, ReceiptReply } from './schemas/order.ts';
import type {
  AttemptCheckReply,
  AttemptKeyParams,
  InitializePaymentBody,
  PaymentReply,
  PaymentStatusParams,
  PaymentStatusReply,
} from './schemas/payment.ts';
import type { ReferralInfoReply, ReferralStats } from './schemas/referral.ts';
import type { Wallet } from './schemas/wallet.ts';

/** These calls need an account. They have their own file because the first page does not load it. */

// Groups
export const getMyGroups = endpoint<{ query: MyGroupsQuery; reply: MyGroupsReply }>(
  'GET',
  '/api/group/my-groups',
);
export const leaveGroup = endpoint<{ params: GroupIdParams; body: object; reply: LeaveGroupReply }>(
  'POST',
  '/api/group/:groupId/leave',
);
export const switchToSolo = endpoint<{ params: GroupIdParams; body: object; reply: Cart }>(
  'POST',
  '/api/group/:groupId/switch-to-solo',
);

// Orders
export const getReceipt = endpoint<{ params: OrderParams; reply: ReceiptReply }>(
  'GET',
  '/api/orders/:trackingNumber/receipt',
);

// Cart
export const getCart = endpoint<{ reply: Cart }>('GET', '/api/cart');
export const addToCart = endpoint<{ body: AddToCartBody; reply: AddToCartReply }>('POST', '/api/cart/add', [
  '/cart/add',
]);
export const updateCartQuantity = endpoint<{ body: UpdateQuantityBody; reply: Cart }>(
  'PATCH',
  '/api/cart/update-quantity',
  ['/cart/update-quantity'],
);
export const removeFromCart = endpoint<{ params: RemoveLineParams; query: RemoveLineQuery; reply: Cart }>(
  'DELETE',
  '/api/cart/remove/:productId',
  ['/cart/remove/:productId'],
);
export const clearCart = endpoint<{ reply: Cart }>('DELETE', '/api/cart/clear');

// Payment
export const initializePayment = endpoint<{ body: InitializePaymentBody; reply: PaymentReply }>(
  'POST',
  '/api/payment/initialize',
);
export const checkPaymentAttempt = endpoint<{
  params: AttemptKeyParams;
  body: object;
  reply: AttemptCheckReply;
}>('POST', '/api/payment/attempts/:key/check');
export const getPaymentStatus = endpoint<{ params: PaymentStatusParams; reply: PaymentStatusReply }>(
  'GET',
  '/api/payment/status/:reference',
);

// Wallet and referral
export const getWallet = endpoint<{ reply: Wallet }>('GET', '/api/wallet');
export const getReferralInfo = endpoint<{ reply: ReferralInfoReply }>('GET', '/api/referral/info');
export const getReferralStats = endpoint<{ reply: ReferralStats }>('GET', '/api/referral/stats');

// Notifications
export const getNotifications = endpoint<{ reply: NotificationsReply }>('GET', '/api/notifications', [
  '/notifications',
]);
export const getUnreadCount = endpoint<{ reply: UnreadCountReply }>(
  'GET',
  '/api/notifications/unread-count',
  ['/notifications/unread-count'],
);
export const readNotification = endpoint<{ params: NotificationIdParams; body: object; reply: DoneReply }>(
  'PATCH',
  '/api/notifications/:id/read',
  ['/notifications/:id/read'],
);
export const readAllNotifications = endpoint<{ body: BeforeBody; reply: DoneReply }>(
  'PATCH',
  '/api/notifications/mark-all-read',
  ['/notifications/mark-all-read'],
);
export const deleteNotification = endpoint<{ params: NotificationIdParams; reply: DoneReply }>(
  'DELETE',
  '/api/notifications/:id',
  ['/notifications/:id'],
);
export const clearNotifications = endpoint<{ query: BeforeQuery; body: BeforeBody; reply: DoneReply }>(
  'DELETE',
  '/api/notifications/clear-all',
  ['/notifications/clear-all'],
);
export const getPushKey = endpoint<{ reply: PushKeyReply }>('GET', '/api/push/key');
export const subscribePush = endpoint<{ body: PushSubscriptionBody; reply: DoneReply }>(
  'POST',
  '/api/push/subscription',
);
export const unsubscribePush = endpoint<{ body: { endpoint: string }; reply: DoneReply }>(
  'DELETE',
  '/api/push/subscription',
);
