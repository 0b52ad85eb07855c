import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/account-endpoints.ts';
import * as calls from '#contract/endpoints.ts';
import * as schemas from '#contract/schemas/auth.ts';
import { SuccessReply } from '#contract/schemas/basics.ts';
import { accountTexts } from '#contract/texts.ts';
import type { Database } from '../../../db/database.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { readIdempotencyKey } from '../../../http/idempotency.ts';
import { addApiRoute } from '../../../http/route.ts';
import { runIdempotentWrite } from '../../../http/sessions/shopper-transaction.ts';
import type { SharedServices } from '../../../http/shared-services.ts';
import type { AccountServiceDepsFactory } from '../account-deps.ts';
import { signInRateLimits, signUpRateLimits } from '../auth-limits.ts';
import { parseSignUpBody } from '../sign-up/sign-up-rules.ts';
import { type SignUpResult, signUp } from '../sign-up/sign-up-service.ts';
import { findUserById, toUserReply } from '../user-repository.ts';
import { readKnownDeviceId, setDeviceCookie } from './device-cookie.ts';
import {
  clearSessionCookies,
  readRefreshTokenCookie,
  requireSameOrigin,
  setSessionCookies,
} from './session-cookies.ts';
import {
  findActiveSessions,
  isSessionOfUser,
  revokeOtherSessions,
  revokeSession,
  type SignInClient,
} from './session-repository.ts';
import { endSessionByRefreshToken, renewSession } from './session-service.ts';
import { signIn } from './sign-in-service.ts';

interface Sessions extends Pick<SharedServices, 'db' | 'secrets' | 'config' | 'tokens'> {
  depsFor: AccountServiceDepsFactory;
}

/**
 * Registers sign-in, sign-up, refresh and sign-out. No reply is stored for repeated requests, because each reply has
 * new tokens.
 */
export function registerSignInRoutes(
  app: FastifyInstance,
  { db, secrets, config, tokens }: Pick<SharedServices, 'db' | 'secrets' | 'config' | 'tokens'>,
  depsFor: AccountServiceDepsFactory,
): void {
  const sessions = { db, secrets, config, tokens, depsFor };
  registerBegin(app, sessions);
  registerRefresh(app, sessions);
  registerLogout(app, sessions);
}

function registerBegin(app: FastifyInstance, sessions: Sessions): void {
  const { db, config, depsFor } = sessions;
  addApiRoute(app, calls.signUp, {
    summary: 'Create an account',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.SignUpBody, reply: schemas.SignInReply },
    rateLimit: signUpRateLimits,
    handler: async ({ body, request, reply }) => {
      const key = readIdempotencyKey(request.headers['idempotency-key']);
      const deps = depsFor(request, body.email);
      const signedIn = await signUp(
        deps,
        parseSignUpBody(body),
        key,
        originOf(request),
        readRefreshTokenCookie(request, config.publicUrl),
      );
      await deps.record(db, signedIn.isReplay ? 'signed_in' : 'signed_up', signedIn.user.id);
      reply.code(201);
      if (key && signedIn.isReplay) reply.header('idempotency-replayed', 'true');
      return answer(sessions, request, reply, signedIn, accountTexts.signedUp);
    },
  });

  addApiRoute(app, calls.signIn, {
    summary: 'Sign in',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.SignInBody, reply: schemas.SignInReply },
    rateLimit: signInRateLimits,
    handler: async ({ body, request, reply }) => {
      const signedIn = await signIn(
        depsFor(request, body.email),
        body,
        originOf(request),
        readRefreshTokenCookie(request, config.publicUrl),
      );
      return answer(sessions, request, reply, signedIn, accountTexts.loggedIn);
    },
  });
}

function registerRefresh(app: FastifyInstance, sessions: Sessions): void {
  const { db, secrets, config, depsFor } = sessions;
  addApiRoute(app, calls.refreshAccessToken, {
    summary: 'A new access token for the refresh cookie',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.OptionalEmptyBody, reply: schemas.RefreshTokenReply },
    handler: async ({ request, reply }) => {
      await requireOurs(sessions, request);
      const presented = readRefreshTokenCookie(request, config.publicUrl);
      const renewal = {
        ...{ serverKey: secrets.hmacKey, record: depsFor(request).record },
        userAgent: originOf(request).userAgent,
      };
      const grant = presented && (await db.transaction((tx) => renewSession(tx, presented, renewal)));
      // A refused refresh keeps the cookies, because they may already belong to a new session from another tab.
      const user = grant && (await findUserById(db, grant.userId));
      if (!grant || !user) throw new DomainError('unauthorized', accountTexts.sessionExpired);
      const token = grantSession(sessions, reply, grant);
      return { success: true as const, accessToken: token, token, user: toUserReply(user) };
    },
  });
}

function registerLogout(app: FastifyInstance, sessions: Sessions): void {
  const { db, config, depsFor } = sessions;
  addApiRoute(app, calls.signOut, {
    summary: 'End the session',
    auth: 'none',
    idempotent: false,
    schema: { body: schemas.OptionalEmptyBody, reply: SuccessReply },
    handler: async ({ request, reply }) => {
      await requireOurs(sessions, request);
      const { record } = depsFor(request);
      const presented = readRefreshTokenCookie(request, config.publicUrl);
      const endedOf =
        presented &&
        (await db.transaction(async (tx) => {
          const userId = await endSessionByRefreshToken(tx, presented);
          if (userId) await record(tx, 'signed_out', userId);
          return userId;
        }));
      // A late sign-out from a second tab must not remove the cookies of the next sign-in.
      if (endedOf) clearSessionCookies(reply, config.publicUrl);
      // Makes the browser delete its HTTP cache, which may contain pickup codes and balances.
      reply.header('clear-site-data', '"cache"');
      return { success: true as const };
    },
  });
}

async function requireOurs({ db, config, depsFor }: Sessions, request: FastifyRequest): Promise<void> {
  try {
    requireSameOrigin(request, config.publicUrl);
  } catch (refusal) {
    await depsFor(request).record(db, 'origin_refused', null);
    throw refusal;
  }
}

function answer(
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, grant }: SignUpResult,
  message: string,
): schemas.SignInReply {
  const token = grantSession(sessions, reply, grant);
  setDeviceCookie(request, reply, user.email);
  return { success: true as const, message, token, accessToken: token, user };
}

/** Sets the session cookies. @returns the access token, which is part of the reply. */
function grantSession(
  { config, secrets, tokens }: Sessions,
  reply: FastifyReply,
  grant: SignUpResult['grant'],
): string {
  setSessionCookies(reply, grant, { publicUrl: config.publicUrl, hmacKey: secrets.hmacKey });
  return tokens.issue({ id: grant.userId, sessionId: grant.sessionId });
}

function originOf(request: FastifyRequest): SignInClient {
  return {
    userAgent: request.headers['user-agent'] ?? null,
    address: request.ip,
    isPhoneOf: (email) => readKnownDeviceId(request, email) !== null,
  };
}

export function registerSessionListRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  depsFor: AccountServiceDepsFactory,
): void {
  addApiRoute(app, listOwnSessions, {
    summary: 'Where the caller is signed in',
    auth: 'user',
    schema: { reply: schemas.OwnSessionsReply },
    handler: async ({ user }) => ({ success: true as const, sessions: await findActiveSessions(db, user) }),
  });

  addApiRoute(app, endOwnSession, {
    summary: "End one of the caller's sessions",
    auth: 'user',
    schema: { params: schemas.SessionIdParams, reply: SuccessReply },
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => {
        const { user, params, request } = call;
        if (!(await isSessionOfUser(tx, user.id, params.sessionId))) throw new DomainError('not_found');
        if (await revokeSession(tx, params.sessionId)) {
          await depsFor(request).record(tx, 'sessions_ended', user.id);
        }
        return { success: true as const };
      }),
  });

  addApiRoute(app, endOtherSessions, {
    summary: "End all of the caller's sessions but this one",
    auth: 'user',
    schema: { reply: SuccessReply },
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => {
        await revokeOtherSessions(tx, call.user);
        await depsFor(call.request).record(tx, 'sessions_ended', call.user.id);
        return { success: true as const };
      }),
  });
}
