import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { type AccessTokens, accessTokens, type SessionUser } from './tokens.ts';

/** What the HTTP plumbing itself needs; `route()` finds it at `app.platform`. */
export interface Platform extends Pick<AppDeps, 'config' | 'db' | 'secrets'> {
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

export function decoratePlatform(app: FastifyInstance, deps: AppDeps): void {
  const { config, db, secrets } = deps;
  app.decorate('platform', { config, db, secrets, tokens: accessTokens(secrets) });
  app.decorateRequest('user', null);
}
