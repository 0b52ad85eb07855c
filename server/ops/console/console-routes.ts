import type { FastifyInstance, FastifyRequest } from 'fastify';
import { opsStartPasskeySignIn } from '#contract/ops/access-endpoints.ts';
import { opsEnrolOperator, opsGetSession, opsSignIn, opsSignOut } from '#contract/ops/console-endpoints.ts';
import { opsCreateFirstOwner, opsGetFirstOwnerAuthenticatorKey } from '#contract/ops/operator-endpoints.ts';
import * as access from '#contract/schemas/ops/access.ts';
import * as schemas from '#contract/schemas/ops/console.ts';
import type { CallerAwarePasswordHasher } from '../../features/auth/password-hashing.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { OpsDeps } from '../action.ts';
import { listOperatorActions } from '../actions.ts';
import { canRoleRunAction } from '../operators.ts';
import { registerOwnCredentialRoutes } from './access/access-routes.ts';
import { hasAnyOperator } from './access/first-owner-repository.ts';
import { createFirstOwner, makeFirstOwnerAuthenticatorKey } from './access/first-owner-service.ts';
import { createPasskeySignInOptions } from './access/passkey-service.ts';
import { checkConsoleSignInLimits, setConsoleDeviceCookie } from './access/sign-in-limits.ts';
import {
  type ConsoleSignInDeps,
  enrolOperator,
  signInOperator,
  signOutOperator,
} from './access/sign-in-service.ts';
import { registerActionRoutes } from './action-routes.ts';
import {
  clearConsoleSessionCookie,
  readConsoleSessionCookie,
  requireConsoleOrigin,
  requireSignedInOperator,
  setConsoleSessionCookie,
} from './console-guard.ts';
import type { ConsoleOperator } from './console-repository.ts';

/** Registers all routes of the console. @source operator.md */
export function registerConsoleRoutes(
  app: FastifyInstance,
  deps: OpsDeps,
  hasher: CallerAwarePasswordHasher,
): void {
  const admit = createSignInAdmission(deps, hasher);
  registerDoors(app, deps, admit);
  registerFirstOwnerRoutes(app, deps, admit);
  registerOwnCredentialRoutes(app, deps, hasher);
  registerActionRoutes(app, deps);
}

type SignInAdmission = (request: FastifyRequest, name: string) => Promise<ConsoleSignInDeps>;

/** Creates the rate-limit check before sign-in and enrolment, which returns the sign-in service's dependencies. */
function createSignInAdmission(deps: OpsDeps, hasher: CallerAwarePasswordHasher): SignInAdmission {
  const { config, db, secrets, clock } = deps;
  return async (request, name) => {
    const { caller, mayTryFactor } = await checkConsoleSignInLimits(request, deps, name);
    const { ip, headers } = request;
    const { brandName, publicUrl } = config;
    const userAgent = headers['user-agent']?.slice(0, 200) ?? null;
    const nowMs = clock.realNow().getTime();
    const own = { hasher: hasher.forCaller(caller), mayTryFactor, ip, userAgent, nowMs };
    return { db, secrets, brandName, publicUrl, ...own };
  };
}

/** Registers enrolment, sign-in and sign-out. */
function registerDoors(app: FastifyInstance, deps: OpsDeps, admit: SignInAdmission): void {
  const { config, db } = deps;
  const onRequest = (request: FastifyRequest) => requireConsoleOrigin(request, deps);
  const toSessionReply = (operator: ConsoleOperator): schemas.OpsSessionReply => ({
    success: true,
    data: {
      name: operator.name,
      role: operator.role,
      centres: operator.centres,
      may: listOperatorActions()
        .filter((action) => canRoleRunAction(operator, action))
        .map(({ name }) => name),
      brandName: config.brandName,
      sandbox: config.sandbox.isOn,
    },
  });

  app.route<{ Body: schemas.OpsEnrolOperatorBody }>({
    ...opsEnrolOperator,
    url: opsEnrolOperator.path,
    schema: {
      body: schemas.OpsEnrolOperatorBody,
      response: { '2xx': schemas.OpsEnrolOperatorReply },
      hide: true,
    },
    onRequest,
    handler: async (request) => {
      const admitted = await admit(request, request.body.name);
      return { success: true, data: await enrolOperator(admitted, request.body) };
    },
  });
  app.route<{ Body: access.OpsStartPasskeySignInBody }>({
    ...opsStartPasskeySignIn,
    url: opsStartPasskeySignIn.path,
    schema: {
      body: access.OpsStartPasskeySignInBody,
      response: { '2xx': access.OpsWebAuthnOptionsReply },
      hide: true,
    },
    onRequest,
    handler: async (request) => {
      const admitted = await admit(request, request.body.name);
      return { success: true, data: { options: await createPasskeySignInOptions(admitted, request.body) } };
    },
  });
  app.route<{ Body: schemas.OpsSignInBody }>({
    ...opsSignIn,
    url: opsSignIn.path,
    schema: { body: schemas.OpsSignInBody, response: { '2xx': schemas.OpsSessionReply }, hide: true },
    onRequest,
    handler: async (request, reply) => {
      const admitted = await admit(request, request.body.name);
      const before = readConsoleSessionCookie(request, config);
      const { token, ...operator } = await signInOperator(admitted, request.body, before);
      setConsoleSessionCookie(reply, token, config);
      setConsoleDeviceCookie(request, reply, operator.name);
      return toSessionReply(operator);
    },
  });
  app.route({
    ...opsGetSession,
    url: opsGetSession.path,
    schema: { response: { '2xx': schemas.OpsSessionReply }, hide: true },
    onRequest,
    handler: async (request) => {
      try {
        return toSessionReply(await requireSignedInOperator(request, deps, { isByItself: true }));
      } catch (error) {
        // Without operators the console explains how to add the first one, because nobody could pass its sign-in.
        if (await hasAnyOperator(db)) throw error;
        throw new DomainError('no_operator');
      }
    },
  });
  app.route({
    ...opsSignOut,
    url: opsSignOut.path,
    schema: { response: { '2xx': schemas.OpsActionReply }, hide: true },
    onRequest,
    handler: async (request, reply) => {
      const operator = await requireSignedInOperator(request, deps);
      await signOutOperator(db, readConsoleSessionCookie(request, config) ?? '', operator, request.ip);
      clearConsoleSessionCookie(reply, config);
      return { success: true, data: {} };
    },
  });
}

/** Registers the two calls of the first-owner link, which the server prints while the shop has no owner. */
function registerFirstOwnerRoutes(app: FastifyInstance, deps: OpsDeps, admit: SignInAdmission): void {
  const onRequest = (request: FastifyRequest) => requireConsoleOrigin(request, deps);
  app.route<{ Body: access.OpsFirstOwnerAuthenticatorKeyBody }>({
    ...opsGetFirstOwnerAuthenticatorKey,
    url: opsGetFirstOwnerAuthenticatorKey.path,
    schema: {
      body: access.OpsFirstOwnerAuthenticatorKeyBody,
      response: { '2xx': access.OpsNewAuthenticatorKeyReply },
      hide: true,
    },
    onRequest,
    handler: async (request) => {
      const admitted = await admit(request, request.body.name);
      return { success: true, data: await makeFirstOwnerAuthenticatorKey(admitted, request.body) };
    },
  });
  app.route<{ Body: access.OpsCreateFirstOwnerBody }>({
    ...opsCreateFirstOwner,
    url: opsCreateFirstOwner.path,
    schema: {
      body: access.OpsCreateFirstOwnerBody,
      response: { '2xx': access.OpsCreateFirstOwnerReply },
      hide: true,
    },
    onRequest,
    handler: async (request, reply) => {
      const admitted = await admit(request, request.body.name);
      const { token, ...shownOnce } = await createFirstOwner(admitted, request.body);
      setConsoleSessionCookie(reply, token, deps.config);
      setConsoleDeviceCookie(request, reply, request.body.name);
      return { success: true, data: shownOnce };
    },
  });
}
