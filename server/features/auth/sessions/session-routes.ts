import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { login as loginEndpoint, logout, refresh, signUp as signUpEndpoint } from '#contract/endpoints.ts';
import { EmptyBody, LoginBody, RefreshReply, SessionReply, SignUpBody } from '#contract/schemas/auth.ts';
import { Done } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { readIdempotencyKey } from '../../../http/idempotency.ts';
import type { Platform } from '../../../http/platform.ts';
import { route } from '../../../http/route.ts';
import type { AccountDepsFor } from '../account-deps.ts';
import { loginLimits, signUpLimits } from '../auth-limits.ts';
import { readSignUp } from '../sign-up/sign-up-rules.ts';
import { type SignedIn, signUp } from '../sign-up/sign-up-service.ts';
import { readKnownDevice, setDeviceCookie } from './device-cookie.ts';
import { login } from './login-service.ts';
import {
  clearSessionCookies,
  readRefreshToken,
  requireOwnOrigin,
  setSessionCookies,
} from './session-cookies.ts';
import type { ClientOrigin } from './session-repository.ts';
import { endSession, renewSession } from './session-service.ts';

interface Sessions extends Pick<Platform, 'db' | 'secrets' | 'config' | 'tokens'> {
  depsFor: AccountDepsFor;
}

/** Idempotency keys store no reply here, because every reply has fresh tokens. */
export function registerSessionRoutes(
  app: FastifyInstance,
  { db, secrets, config, tokens }: Pick<Platform, 'db' | 'secrets' | 'config' | 'tokens'>,
  depsFor: AccountDepsFor,
): void {
  const sessions = { db, secrets, config, tokens, depsFor };
  registerBegin(app, sessions);
  registerRefresh(app, sessions);
  registerLogout(app, sessions);
}

function registerBegin(app: FastifyInstance, sessions: Sessions): void {
  const { db, config, depsFor } = sessions;
  route(app, signUpEndpoint, {
    summary: 'Create an account',
    auth: 'none',
    idempotent: false,
    schema: { body: SignUpBody, reply: SessionReply },
    rateLimit: signUpLimits,
    handler: async ({ body, request, reply }) => {
      const key = readIdempotencyKey(request.headers['idempotency-key']);
      const deps = depsFor(request, body.email);
      const signedIn = await signUp(
        deps,
        readSignUp(body),
        key,
        originOf(request),
        readRefreshToken(request, config.publicUrl),
      );
      await deps.record(db, signedIn.isReplay ? 'signed_in' : 'signed_up', signedIn.user.id);
      reply.code(201);
      if (key && signedIn.isReplay) reply.header('idempotency-replayed', 'true');
      return answer(sessions, request, reply, signedIn, accountTexts.signedUp);
    },
  });

  route(app, loginEndpoint, {
    summary: 'Sign in',
    auth: 'none',
    idempotent: false,
    schema: { body: LoginBody, reply: SessionReply },
    rateLimit: loginLimits,
    handler: async ({ body, request, reply }) => {
      const signedIn = await login(
        depsFor(request, body.email),
        body,
        originOf(request),
        readRefreshToken(request, config.publicUrl),
      );
      return answer(sessions, request, reply, signedIn, accountTexts.loggedIn);
    },
  });
}

function registerRefresh(app: FastifyInstance, sessions: Sessions): void {
  const { db, secrets, config, depsFor } = sessions;
  route(app, refresh, {
    summary: 'A new access token for the refresh cookie',
    auth: 'none',
    idempotent: false,
    schema: { body: EmptyBody, reply: RefreshReply },
    handler: async ({ request, reply }) => {
      await requireOurs(sessions, request);
      const presented = readRefreshToken(request, config.publicUrl);
      const renewal = {
        ...{ serverKey: secrets.hmacKey, record: depsFor(request).record },
        userAgent: originOf(request).userAgent,
      };
      const grant = presented && (await db.transaction((tx) => renewSession(tx, presented, renewal)));
      // Keeps the cookies: they may already belong to the next session.
      if (!grant) throw new DomainError('unauthorized', accountTexts.sessionExpired);
      const token = grantSession(sessions, reply, grant);
      return { success: true as const, accessToken: token, token };
    },
  });
}

function registerLogout(app: FastifyInstance, sessions: Sessions): void {
  const { db, config, depsFor } = sessions;
  route(app, logout, {
    summary: 'End the session',
    auth: 'none',
    idempotent: false,
    schema: { body: EmptyBody, reply: Done },
    handler: async ({ request, reply }) => {
      await requireOurs(sessions, request);
      const { record } = depsFor(request);
      const presented = readRefreshToken(request, config.publicUrl);
      const endedOf =
        presented &&
        (await db.transaction(async (tx) => {
          const userId = await endSession(tx, presented);
          if (userId) await record(tx, 'signed_out', userId);
          return userId;
        }));
      // A late sign-out from a second tab must not remove the cookies of the next sign-in.
      if (endedOf) clearSessionCookies(reply, config.publicUrl);
      // Removes pickup codes and balances from the browser's HTTP cache. The worker's cache is a separate store.
      reply.header('clear-site-data', '"cache"');
      return { success: true as const };
    },
  });
}

async function requireOurs({ db, config, depsFor }: Sessions, request: FastifyRequest): Promise<void> {
  try {
    requireOwnOrigin(request, config.publicUrl);
  } catch (refusal) {
    await depsFor(request).record(db, 'origin_refused', null);
    throw refusal;
  }
}

function answer(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, grant }: SignedIn,
  message: string,
): SessionReply {
  const token = grantSession(sessions, reply, grant);
  setDeviceCookie(request, reply, user.email);
  return { success: true as const, message, token, accessToken: token, user };
}

/** @returns the access token; the refresh token is set as a cookie. */
function grantSession(
  { config, secrets, tokens }: Sessions,
  reply: FastifyReply,
  grant: SignedIn['grant'],
): string {
  setSessionCookies(reply, grant, { publicUrl: config.publicUrl, hmacKey: secrets.hmacKey });
  return tokens.issue({ id: grant.userId, sessionId: grant.sessionId });
}

function originOf(request: FastifyRequest): ClientOrigin {
  return {
    userAgent: request.headers['user-agent'] ?? null,
    address: request.ip,
    isPhoneOf: (email) => readKnownDevice(request, email) !== null,
  };
}
