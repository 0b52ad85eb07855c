import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Endpoint, Shape } from '#contract/endpoints.ts';
import * as calls from '#contract/ops/access-endpoints.ts';
import * as schemas from '#contract/schemas/ops/access.ts';
import { OpsActionReply } from '#contract/schemas/ops/console.ts';
import type { CallerAwarePasswordHasher } from '../../../features/auth/password-hashing.ts';
import { DomainError } from '../../../http/errors/error-handler.ts';
import { checkRateLimit, type RateLimit } from '../../../http/rate-limit.ts';
import type { EndpointPart } from '../../../http/route.ts';
import type { OpsDeps } from '../../action.ts';
import { readConsoleSessionCookie, requireConsoleOrigin, requireSignedInOperator } from '../console-guard.ts';
import * as access from './access-service.ts';
import { setOwnPushMessageKinds } from './own-push.ts';
import { hashConsoleSessionToken } from './sign-in-service.ts';

/** Rate limit of the calls that check no password; it only bounds the load of one operator. */
const OWN: RateLimit = { name: 'ops_access', limit: 60, windowMs: 60_000 };
/** Rate limit of the calls that check the password, so that nobody can guess it at an unattended computer. */
const PROVEN: RateLimit = { name: 'ops_access_proven', limit: 15, windowMs: 15 * 60_000 };

/**
 * Registers the calls with which operators manage their own sign-in, and nobody else's.
 * @source operator.md
 */
export function registerOwnCredentialRoutes(
  app: FastifyInstance,
  deps: OpsDeps,
  hasher: CallerAwarePasswordHasher,
): void {
  const { config, db, secrets } = deps;
  const people = new WeakMap<FastifyRequest, { name: string; session: Buffer }>();

  /**
   * Registers a call about the operator's own access. Each request is checked in this order: origin, session, rate
   * limit, schemas.
   */
  function ownRoute<S extends Shape>(
    endpoint: Endpoint<S>,
    {
      schema: { params, body, reply = OpsActionReply },
      asksPassword = false,
      run,
    }: {
      schema: { params?: TSchema; body?: TSchema; reply?: TSchema };
      asksPassword?: boolean;
      run(
        me: access.OwnCredentialsDeps,
        call: { params: EndpointPart<S, 'params'>; body: EndpointPart<S, 'body'> },
      ): Promise<unknown>;
    },
  ): void {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        ...(params ? { params } : {}),
        ...(body ? { body } : {}),
        response: { '2xx': reply },
        hide: true,
      },
      onRequest: async (request) => {
        await requireConsoleOrigin(request, deps);
        const { name } = await requireSignedInOperator(request, deps);
        await checkRateLimit(db, asksPassword ? PROVEN : OWN, name, config.rateLimitFactor);
        people.set(request, {
          name,
          session: hashConsoleSessionToken(readConsoleSessionCookie(request, config) ?? ''),
        });
      },
      handler: async (request) => {
        const me = people.get(request);
        if (!me) throw new DomainError('unauthorized');
        const { brandName, publicUrl } = config;
        const data = await run(
          { db, secrets, hasher, brandName, publicUrl, ip: request.ip, ...me },
          {
            params: request.params as EndpointPart<S, 'params'>,
            body: request.body as EndpointPart<S, 'body'>,
          },
        );
        return { success: true, data: data ?? {} };
      },
    });
  }

  const own = { params: schemas.OpsOwnCredentialIdParams };
  const proven = { body: schemas.OpsConfirmPasswordBody };
  ownRoute(calls.opsGetOwnCredentials, {
    schema: { reply: schemas.OpsOwnCredentialsReply },
    run: access.readOwnCredentials,
  });
  ownRoute(calls.opsEndOwnSession, {
    schema: own,
    run: (me, { params }) => access.endOwnConsoleSession(me, params.id),
  });
  ownRoute(calls.opsEndOtherSessions, { schema: {}, run: access.endOtherConsoleSessions });
  ownRoute(calls.opsStartPasskeyRegistration, {
    schema: { ...proven, reply: schemas.OpsWebAuthnOptionsReply },
    asksPassword: true,
    run: async (me, { body }) => ({ options: await access.beginPasskeyRegistration(me, body.password) }),
  });
  ownRoute(calls.opsAddPasskey, {
    schema: { body: schemas.OpsAddPasskeyBody },
    run: (me, { body }) => access.addPasskey(me, body),
  });
  ownRoute(calls.opsRenamePasskey, {
    schema: { ...own, body: schemas.OpsRenamePasskeyBody },
    run: (me, { params, body }) => access.renamePasskey(me, params.id, body.label),
  });
  ownRoute(calls.opsRemovePasskey, {
    schema: { ...own, ...proven },
    asksPassword: true,
    run: (me, { params, body }) => access.removePasskey(me, params.id, body.password),
  });
  ownRoute(calls.opsRemoveAuthenticator, {
    schema: proven,
    asksPassword: true,
    run: (me, { body }) => access.removeAuthenticator(me, body.password),
  });
  ownRoute(calls.opsGetNewAuthenticatorKey, {
    schema: { reply: schemas.OpsNewAuthenticatorKeyReply },
    run: async (me) => access.makeAuthenticatorKey(me),
  });
  ownRoute(calls.opsReplaceAuthenticator, {
    schema: { body: schemas.OpsReplaceAuthenticatorBody },
    asksPassword: true,
    run: (me, { body }) => access.replaceAuthenticator(me, body),
  });
  ownRoute(calls.opsReplaceRecoveryCodes, {
    schema: { ...proven, reply: schemas.OpsRecoveryCodesReply },
    asksPassword: true,
    run: async (me, { body }) => ({ recoveryCodes: await access.renewRecoveryCodes(me, body.password) }),
  });
  ownRoute(calls.opsSetOwnPushKinds, {
    schema: { body: schemas.OpsSetOwnPushKindsBody },
    run: (me, { body }) => setOwnPushMessageKinds(me, config, body),
  });
  ownRoute(calls.opsChangeOwnPassword, {
    schema: { body: schemas.OpsChangeOwnPasswordBody },
    asksPassword: true,
    run: (me, { body }) => access.changeOwnOperatorPassword(me, body),
  });
}
