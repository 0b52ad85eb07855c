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
import type {
  AddToCartBody,
  AddToCartReply,
  Cart,
  RemoveLineParams,
  RemoveLineQuery,
  UpdateQuantityBody,
} from './schemas/cart.ts';
import type { ConfigReply } from './schemas/config.ts';
import type {
  GroupIdParams,
  GroupProgressReply,
  LeaveGroupReply,
  MyGroupsQuery,
  MyGroupsReply,
  ProductIdParams,
} from './schemas/group.ts';
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
import type {
  CentresReply,
  ProductReply,
  ProductsQuery,
  ProductsReply,
  SlugParams,
} from './schemas/product.ts';
import type { ReferralInfoReply, ReferralStats } from './schemas/referral.ts';
import type { Wallet } from './schemas/wallet.ts';

/** Every call of the API, declared once and used by both ends. @source spec section 7, http.md */

export type { Endpoint, Shape } from './endpoint.ts';

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
