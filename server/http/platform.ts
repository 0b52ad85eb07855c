import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { ServerSecrets } from '../db/server-secrets.ts';
import type { Clock } from '../lib/clock.ts';
import { type EndedSessions, openEndedSessions } from './sessions/ended-sessions.ts';
import { type AccessTokens, accessTokens, type SessionUser } from './sessions/tokens.ts';

/** Holds the services that `route()` needs; they are available as `app.platform`. */
export interface Platform {
  config: Config;
  db: Database;
  secrets: ServerSecrets;
  tokens: AccessTokens;
  endedSessions: EndedSessions;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
  interface FastifyRequest {
    /** Present on routes with `auth: 'user'`. */
    user: SessionUser | null;
  }
}

export async function decoratePlatform(
  app: FastifyInstance,
  deps: Pick<Platform, 'config' | 'db' | 'secrets'> & { clock: Clock },
): Promise<void> {
  const { config, db, secrets, clock } = deps;
  const endedSessions = await openEndedSessions(db);
  const tokens = accessTokens(secrets, clock.realNow);
  app.decorate('platform', { config, db, secrets, tokens, endedSessions });
  app.addHook('onClose', async () => endedSessions.close());
  app.decorateRequest('user', null);
}
