import type { FastifyInstance } from 'fastify';
import { NOTIFICATIONS_PER_SHOPPER_MAX } from '#contract/limits.ts';
import * as calls from '#contract/member-endpoints.ts';
import { SuccessReply } from '#contract/schemas/basics.ts';
import * as schemas from '#contract/schemas/notification.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { computeEtag } from '../../http/pages/conditional-get.ts';
import { addApiRoute } from '../../http/route.ts';
import { runIdempotentWrite, type ShopperWriteRequest } from '../../http/sessions/shopper-transaction.ts';
import type { SharedServices } from '../../http/shared-services.ts';
import type { Clock } from '../../lib/clock.ts';
import { isUuid } from '../../lib/uuid.ts';
import { toNotificationReply } from './notification-delivery.ts';
import {
  countUnreadNotifications,
  deleteAllNotifications,
  deleteNotification,
  findNotifications,
  setAllNotificationsRead,
  setNotificationRead,
} from './notification-repository.ts';
import { deletePushSubscriptionOfUser, upsertPushSubscription } from './push-repository.ts';
import { areValidPushKeys, isPushServiceUrl } from './push-services.ts';

/** Registers the calls about notifications. Another user's notification is treated as not existing. */
export function registerNotificationRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  addApiRoute(app, calls.listNotifications, {
    summary: 'The newest notifications',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: schemas.NotificationsReply },
    handler: async ({ user, reply }) => {
      const rows = await findNotifications(db, user.id, NOTIFICATIONS_PER_SHOPPER_MAX);
      // The age of a notification is not part of the ETag, because it would change the ETag with every poll.
      reply.header('etag', computeEtag(JSON.stringify([user.id, rows])));
      const now = clock.now();
      return {
        success: true as const,
        data: { notifications: rows.map((row) => toNotificationReply(row, now)) },
      };
    },
  });

  addApiRoute(app, calls.getUnreadNotificationCount, {
    summary: 'How many are unread',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: schemas.UnreadCountReply },
    handler: async ({ user }) => ({
      success: true as const,
      data: { unreadCount: await countUnreadNotifications(db, user.id, NOTIFICATIONS_PER_SHOPPER_MAX) },
    }),
  });

  addApiRoute(app, calls.markAllNotificationsRead, {
    summary: 'Mark all as read, up to an instant',
    auth: 'user',
    schema: { body: schemas.NotificationsCreatedUntilBody, reply: SuccessReply },
    handler: (call) =>
      change(db, call, (tx) => setAllNotificationsRead(tx, call.user.id, call.body?.before ?? null)),
  });

  addApiRoute(app, calls.markNotificationRead, {
    summary: 'Mark one as read',
    auth: 'user',
    schema: { params: schemas.NotificationIdParams, reply: SuccessReply },
    handler: (call) =>
      change(db, call, async (tx) => {
        const { id } = call.params;
        const isKnown = isUuid(id) && (await setNotificationRead(tx, call.user.id, id));
        if (!isKnown) throw new DomainError('notification_not_found');
      }),
  });

  addApiRoute(app, calls.clearAllNotifications, {
    summary: 'Delete all, up to an instant',
    auth: 'user',
    schema: {
      query: schemas.NotificationsCreatedUntilQuery,
      body: schemas.NotificationsCreatedUntilBody,
      reply: SuccessReply,
    },
    handler: (call) =>
      change(db, call, (tx) =>
        deleteAllNotifications(tx, call.user.id, call.body?.before ?? call.query.before ?? null),
      ),
  });

  addApiRoute(app, calls.deleteNotification, {
    summary: 'Delete one',
    auth: 'user',
    schema: { params: schemas.NotificationIdParams, reply: SuccessReply },
    handler: (call) =>
      change(db, call, async (tx) => {
        if (isUuid(call.params.id)) await deleteNotification(tx, call.user.id, call.params.id);
      }),
  });
}

function change(db: Database, call: ShopperWriteRequest, write: (tx: Queryable) => Promise<void>) {
  return runIdempotentWrite(db, call, async (tx) => {
    await write(tx);
    return { success: true as const };
  });
}

const done = { success: true } as const;

export function registerPushRoutes(
  app: FastifyInstance,
  { db, secrets, config }: Pick<SharedServices, 'db' | 'secrets' | 'config'>,
): void {
  addApiRoute(app, calls.getPushPublicKey, {
    summary: "The shop's public push key",
    auth: 'none',
    cache: 'public, max-age=3600',
    schema: { reply: schemas.PushPublicKeyReply },
    handler: async () => ({ success: true as const, key: secrets.vapid.publicKey }),
  });

  addApiRoute(app, calls.savePushSubscription, {
    summary: 'Subscribe this phone',
    auth: 'user',
    rateLimit: [{ name: 'push-subscribe', limit: 20, windowMs: 60 * 60_000, by: 'account' }],
    schema: { body: schemas.PushSubscriptionBody, reply: SuccessReply },
    handler: (call) => {
      const { body, user } = call;
      const isGood = isPushServiceUrl(body.endpoint, config.pushTestService) && areValidPushKeys(body.keys);
      if (!isGood) throw new DomainError('validation_failed');
      return runIdempotentWrite(db, call, async (tx) => {
        if (!(await upsertPushSubscription(tx, user, body))) throw new DomainError('unauthorized');
        return done;
      });
    },
  });

  addApiRoute(app, calls.removePushSubscription, {
    summary: 'Unsubscribe this phone',
    auth: 'user',
    schema: { body: schemas.RemovePushSubscriptionBody, reply: SuccessReply },
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => {
        await deletePushSubscriptionOfUser(tx, call.user.id, call.body.endpoint);
        return done;
      }),
  });
}
