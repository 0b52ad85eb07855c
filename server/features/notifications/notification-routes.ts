import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { NOTIFICATIONS_MAX } from '#contract/limits.ts';
import {
  clearNotifications,
  deleteNotification as deleteEndpoint,
  getNotifications,
  getUnreadCount,
  readAllNotifications,
  readNotification,
} from '#contract/member-endpoints.ts';
import { Done } from '#contract/schemas/basics.ts';
import {
  BeforeBody,
  BeforeQuery,
  NotificationIdParams,
  NotificationsReply,
  UnreadCountReply,
} from '#contract/schemas/notification.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { IdempotentRequest } from '../../http/idempotency.ts';
import { route } from '../../http/route.ts';
import { shopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../http/sessions/tokens.ts';
import type { Clock } from '../../lib/clock.ts';
import { isUuid } from '../../lib/uuid.ts';
import { presentNotification } from './notification-delivery.ts';
import {
  countUnread,
  deleteAllNotifications,
  deleteNotification,
  findNotifications,
  markAllRead,
  markRead,
} from './notification-repository.ts';

const done = { success: true } as const;

/** Another user's notification counts as absent. */
export function registerNotificationRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  route(app, getNotifications, {
    summary: 'The newest notifications',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: NotificationsReply },
    handler: async ({ user, reply }) => {
      const rows = await findNotifications(db, user.id, NOTIFICATIONS_MAX);
      // The age is left out of the ETag: it would change with every poll.
      const tag = createHash('sha1').update(JSON.stringify([user.id, rows]));
      reply.header('etag', `"${tag.digest('base64url')}"`);
      const now = clock.now();
      return {
        success: true as const,
        data: { notifications: rows.map((row) => presentNotification(row, now)) },
      };
    },
  });

  route(app, getUnreadCount, {
    summary: 'How many are unread',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: UnreadCountReply },
    handler: async ({ user }) => ({
      success: true as const,
      data: { unreadCount: await countUnread(db, user.id, NOTIFICATIONS_MAX) },
    }),
  });

  route(app, readAllNotifications, {
    summary: 'Mark all as read, up to an instant',
    auth: 'user',
    schema: { body: BeforeBody, reply: Done },
    handler: ({ user, body, idempotency }) =>
      change({ db, user, idempotency }, (tx) => markAllRead(tx, user.id, body?.before ?? null)),
  });

  route(app, readNotification, {
    summary: 'Mark one as read',
    auth: 'user',
    schema: { params: NotificationIdParams, reply: Done },
    handler: ({ user, params, idempotency }) =>
      change({ db, user, idempotency }, async (tx) => {
        const isKnown = isUuid(params.id) && (await markRead(tx, user.id, params.id));
        if (!isKnown) throw new DomainError('notification_not_found');
      }),
  });

  route(app, clearNotifications, {
    summary: 'Delete all, up to an instant',
    auth: 'user',
    schema: { query: BeforeQuery, body: BeforeBody, reply: Done },
    handler: ({ user, body, query, idempotency }) =>
      change({ db, user, idempotency }, (tx) =>
        deleteAllNotifications(tx, user.id, body?.before ?? query.before ?? null),
      ),
  });

  route(app, deleteEndpoint, {
    summary: 'Delete one',
    auth: 'user',
    schema: { params: NotificationIdParams, reply: Done },
    handler: ({ user, params, idempotency }) =>
      change({ db, user, idempotency }, async (tx) => {
        if (isUuid(params.id)) await deleteNotification(tx, user.id, params.id);
      }),
  });
}

interface Change {
  db: Database;
  user: SessionUser;
  idempotency: IdempotentRequest;
}

function change(
  { db, user, idempotency }: Change,
  write: (tx: Queryable) => Promise<void>,
): Promise<typeof done> {
  return shopperTransaction(db, user, async (tx) => {
    await write(tx);
    await idempotency.complete(tx, done);
    return done;
  });
}
