import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { ServerSecrets } from '../db/server-secrets.ts';
import { type AccessTokens, accessTokens, type SessionUser } from './tokens.ts';

/** What the HTTP plumbing itself needs; `route()` finds it at `app.platform`. */
export interface Platform {
  config: Config;
  db: Database;
  secrets: ServerSecrets;
  tokens: AccessTokens;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
  interface FastifyRequest {
    /** Set on routes with `auth: 'user'`. */
    user: SessionUser | null;
  }
}

export function decoratePlatform(app: FastifyInstance, deps: Omit<Platform, 'tokens'>): void {
  const { config, db, secrets } = deps;
  app.decorate('platform', { config, db, secrets, tokens: accessTokens(secrets) });
  app.decorateRequest('user', null);
}
