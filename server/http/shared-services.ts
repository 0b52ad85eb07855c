import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { ServerSecrets } from '../db/server-secrets.ts';
import type { Clock } from '../lib/clock.ts';
import { createEndedSessionTracker, type EndedSessionTracker } from './sessions/ended-sessions.ts';
import { type AccessTokenService, createAccessTokenService, type SessionUser } from './sessions/tokens.ts';

/** Services that every route needs, available as `app.sharedServices`. */
export interface SharedServices {
  config: Config;
  db: Database;
  secrets: ServerSecrets;
  tokens: AccessTokenService;
  endedSessions: EndedSessionTracker;
}

declare module 'fastify' {
  interface FastifyInstance {
    sharedServices: SharedServices;
  }
  interface FastifyRequest {
    /** The signed-in user; null on routes that visitors may call. */
    user: SessionUser | null;
  }
}

export async function decorateSharedServices(
  app: FastifyInstance,
  deps: Pick<SharedServices, 'config' | 'db' | 'secrets'> & { clock: Clock },
): Promise<void> {
  const { config, db, secrets, clock } = deps;
  const endedSessions = await createEndedSessionTracker(db);
  const tokens = createAccessTokenService(secrets, clock.realNow);
  app.decorate('sharedServices', { config, db, secrets, tokens, endedSessions });
  app.addHook('onClose', async () => endedSessions.close());
  app.decorateRequest('user', null);
}
