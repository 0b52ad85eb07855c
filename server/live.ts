import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app.ts';
import { createSecurityEventRecorder } from './audit/security-events.ts';
import { isDatabaseUnreachableError } from './db/connection/database-unreachable.ts';
import { buildGroupProgressEvent } from './features/groups/group-progress.ts';
import { createClientIpAddressReader } from './http/forwarded-address.ts';
import { isOwnOrigin } from './http/own-origin.ts';
import { findEndedSessionsAmong } from './http/sessions/session-repository.ts';
import { createLiveEventPublisher, type LiveEventSender } from './realtime/publish.ts';
import { openSocketServer } from './realtime/socket-server.ts';

export const SESSION_ENDED_PG_CHANNEL = 'session_ended';

/**
 * Opens the socket server on the app's port.
 * @returns the functions by which the outbox sends events to connected shoppers.
 */
export function openLiveEventSockets(app: FastifyInstance, deps: AppDeps): LiveEventSender {
  const { config, db, clock } = deps;
  const { tokens, endedSessions } = app.sharedServices;
  const logError = (error: unknown): void => {
    // An unreachable database is not logged here, because the database watch reports each outage once.
    if (isDatabaseUnreachableError(error)) return;
    app.log.error({ err: error }, 'live events failed');
  };
  const addressOf = createClientIpAddressReader(config.trustedProxies);
  const sockets = openSocketServer({
    httpServer: app.server,
    pool: db.pool,
    isOwnPage: (headers) => isOwnOrigin(headers, config.publicUrl),
    addressOf,
    onForeignPage: (request) => {
      const record = createSecurityEventRecorder(
        { ip: addressOf(request), log: app.log },
        deps.secrets.hmacKey,
      );
      void record(db, 'origin_refused', null).catch(logError);
    },
    verifyToken: (token) => {
      const user = tokens.read(token);
      return user && { userId: user.id, sessionId: user.sessionId };
    },
    findEnded: (sessionIds) => findEndedSessionsAmong(db, sessionIds),
    hasEnded: endedSessions.has,
    now: () => clock.now(),
    onError: logError,
  });
  deps.metrics?.show({
    name: 'ajora_sockets',
    help: 'Live connections of shoppers to this instance.',
    read: () => [{ value: sockets.io.of('/').sockets.size }],
  });
  const readProgress = (productId: string) => buildGroupProgressEvent(db, productId, config.groupWindowHours);
  const publisher = createLiveEventPublisher(sockets.io, readProgress, logError);
  endedSessions.onEnded(publisher.endSession);
  // The sockets are closed first, because the HTTP server waits for open connections before it closes.
  app.addHook('preClose', async () => {
    publisher.close();
    await sockets.close();
  });
  return publisher;
}
