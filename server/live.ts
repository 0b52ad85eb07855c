import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { readProgressEvent } from './features/groups/group-progress.ts';
import { presentNotification } from './features/notifications/notification-presentation.ts';
import { accessTokens } from './http/tokens.ts';
import type { LiveEvents } from './jobs/outbox-topics.ts';
import { publishOn } from './realtime/publish.ts';
import { openSocketServer } from './realtime/socket-server.ts';

/** The database tells here which session has ended. */
export const SESSION_ENDED_CHANNEL = 'session_ended';

/** The live half of the server: sockets on the app's own port, and what the outbox may say to them. */
export interface Live extends LiveEvents {
  /** Cuts the sockets that a session has on this instance. For what is heard on `SESSION_ENDED_CHANNEL`. */
  endSession(sessionId: string): void;
}

/** Opens the sockets of an app that is about to listen. They close before the app does. */
export function openLive(app: FastifyInstance, deps: AppDeps): Live {
  const { config, db, clock } = deps;
  const tokens = accessTokens(deps.secrets);
  const logError = (error: unknown): void => app.log.error({ err: error }, 'live events failed');
  const sockets = openSocketServer({
    httpServer: app.server,
    pool: db.pool,
    redisUrl: config.redisUrl,
    // All instances of a shop share its secrets, and no other shop does.
    shopId: createHmac('sha256', deps.secrets.hmacKey).update('shop').digest('hex').slice(0, 16),
    verifyToken: (token) => {
      const user = tokens.read(token);
      return user && { userId: user.id, sessionId: user.sessionId };
    },
    now: () => clock.now(),
    onError: logError,
  });
  const readProgress = (productId: string) => readProgressEvent(db, productId, config.groupWindowHours);
  const publisher = publishOn(sockets.io, readProgress, logError);
  // Open sockets would keep the server from closing.
  app.addHook('preClose', async () => {
    publisher.close();
    await sockets.close();
  });
  return {
    notice: (notice) => publisher.notification(notice.userId, presentNotification(notice, clock.now())),
    groupSuccessful: publisher.groupSuccessful,
    purchase: publisher.purchase,
    groupMoved: publisher.groupMoved,
    endSession: publisher.endSession,
  };
}
