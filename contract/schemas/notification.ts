import { type Static, Type } from 'typebox';
import { ID_LENGTH_MAX, PUSH_KEY_LENGTH_MAX, URL_LENGTH_MAX } from '../limits.ts';
import { AnyJsonObject, IsoTimestamp, NullableIsoTimestamp, ObjectReply, Uuid } from './basics.ts';

export const NotificationSeverity = Type.Union([
  Type.Literal('success'),
  Type.Literal('error'),
  Type.Literal('warning'),
  Type.Literal('info'),
  Type.Literal('loading'),
]);
export type NotificationSeverity = Static<typeof NotificationSeverity>;

export const NotificationCategory = Type.Union([
  Type.Literal('payment'),
  Type.Literal('group_buy'),
  Type.Literal('referral'),
  Type.Literal('wallet'),
  Type.Literal('cart'),
  Type.Literal('system'),
  Type.Literal('order'),
]);
export type NotificationCategory = Static<typeof NotificationCategory>;

export const ShopperNotification = Type.Object({
  _id: Uuid,
  type: NotificationSeverity,
  category: NotificationCategory,
  title: Type.String(),
  message: Type.String(),
  /** Values whose names depend on the category, such as `amount` of a payment or `groupId` of a group. */
  data: AnyJsonObject,
  /** Key of the reported event, such as `pay:{reference}`. A phone's own notification with this key is replaced. */
  factKey: Type.String(),
  read: Type.Boolean(),
  readAt: NullableIsoTimestamp,
  createdAt: IsoTimestamp,
  timeAgo: Type.String(),
});
export type ShopperNotification = Static<typeof ShopperNotification>;

export const NotificationsReply = ObjectReply({ notifications: Type.Array(ShopperNotification) });
export type NotificationsReply = Static<typeof NotificationsReply>;
export const UnreadCountReply = ObjectReply({ unreadCount: Type.Integer() });
export type UnreadCountReply = Static<typeof UnreadCountReply>;

export const NotificationIdParams = Type.Object({ id: Type.String({ maxLength: ID_LENGTH_MAX }) });
export type NotificationIdParams = Static<typeof NotificationIdParams>;
/**
 * Changes only notifications created up to `before`, so that newer ones, which the shopper has not seen, stay unread.
 */
export const NotificationsCreatedUntilBody = Type.Optional(
  Type.Object({ before: Type.Optional(IsoTimestamp) }),
);
export type NotificationsCreatedUntilBody = { before?: string };
export const NotificationsCreatedUntilQuery = Type.Object({ before: Type.Optional(IsoTimestamp) });
export type NotificationsCreatedUntilQuery = Static<typeof NotificationsCreatedUntilQuery>;

export const PushSubscriptionBody = Type.Object({
  endpoint: Type.String({ maxLength: URL_LENGTH_MAX, format: 'uri' }),
  keys: Type.Object({
    p256dh: Type.String({ maxLength: PUSH_KEY_LENGTH_MAX }),
    auth: Type.String({ maxLength: PUSH_KEY_LENGTH_MAX }),
  }),
});
export type PushSubscriptionBody = Static<typeof PushSubscriptionBody>;
export const RemovePushSubscriptionBody = Type.Object({
  endpoint: Type.String({ maxLength: URL_LENGTH_MAX }),
});
export type RemovePushSubscriptionBody = Static<typeof RemovePushSubscriptionBody>;
export const PushPublicKeyReply = Type.Object({ success: Type.Literal(true), key: Type.String() });
export type PushPublicKeyReply = Static<typeof PushPublicKeyReply>;
