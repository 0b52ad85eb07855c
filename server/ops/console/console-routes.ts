import type { FastifyInstance, FastifyRequest } from 'fastify';
import { opsStartPasskeySignIn } from '#contract/ops-access-endpoints.ts';
import { opsEnrolOperator, opsGetSession, opsSignIn, opsSignOut } from '#contract/ops-endpoints.ts';
import * as schemas from '#contract/schemas/ops.ts';
import { OpsPasskeyOptionsReply, OpsStartPasskeySignInBody } from '#contract/schemas/ops-access.ts';
import type { SharedPasswordHasher } from '../../features/auth/password-hashing.ts';
import type { OpsDeps } from '../action.ts';
import { listOperatorActions } from '../actions.ts';
import { canRoleRunAction } from '../operators.ts';
import { registerAccessRoutes } from './access/access-routes.ts';
import { createPasskeySignInOptions } from './access/passkey-service.ts';
import { checkSignInLimits, rememberSignInDevice } from './access/sign-in-limits.ts';
import { enrolOperator, signInOperator, signOutOperator } from './access/sign-in-service.ts';
import { registerActionRoutes } from './action-routes.ts';
import {
  clearConsoleCookie,
  readConsoleCookie,
  requireConsoleOrigin,
  requireSignedInOperator,
  setConsoleCookie,
} from './console-guard.ts';
import type { ConsoleOperator } from './console-repository.ts';

/** Registers all routes of the console. @source operator.md */
export function registerConsoleRoutes(
  app: FastifyInstance,
  deps: OpsDeps,
  hasher: SharedPasswordHasher,
): void {
  registerDoors(app, deps, hasher);
  registerAccessRoutes(app, deps, hasher);
  registerActionRoutes(app, deps);
}

/** Registers enrolment, sign-in and sign-out. */
function registerDoors(app: FastifyInstance, deps: OpsDeps, hasher: SharedPasswordHasher): void {
  const { config, db, secrets, clock } = deps;
  const onRequest = (request: FastifyRequest) => requireConsoleOrigin(request, deps);
  const admit = async (request: FastifyRequest, name: string) => {
    const { caller, mayTryFactor } = await checkSignInLimits(request, deps, name);
    const { ip, headers } = request;
    const { brandName, publicUrl } = config;
    const userAgent = headers['user-agent']?.slice(0, 200) ?? null;
    const nowMs = clock.realNow().getTime();
    const own = { hasher: hasher.forCaller(caller), mayTryFactor, ip, userAgent, nowMs };
    return { db, secrets, brandName, publicUrl, ...own };
  };
  const tell = (operator: ConsoleOperator): schemas.OpsSessionReply => ({
    success: true,
    data: {
      name: operator.name,
      role: operator.role,
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
  app.route<{ Body: OpsStartPasskeySignInBody }>({
    ...opsStartPasskeySignIn,
    url: opsStartPasskeySignIn.path,
    schema: { body: OpsStartPasskeySignInBody, response: { '2xx': OpsPasskeyOptionsReply }, hide: true },
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
      const before = readConsoleCookie(request, config);
      const { token, ...operator } = await signInOperator(admitted, request.body, before);
      setConsoleCookie(reply, token, config);
      rememberSignInDevice(request, reply, operator.name);
      return tell(operator);
    },
  });
  app.route({
    ...opsGetSession,
    url: opsGetSession.path,
    schema: { response: { '2xx': schemas.OpsSessionReply }, hide: true },
    onRequest,
    handler: async (request) => tell(await requireSignedInOperator(request, deps, { isByItself: true })),
  });
  app.route({
    ...opsSignOut,
    url: opsSignOut.path,
    schema: { response: { '2xx': schemas.OpsActionReply }, hide: true },
    onRequest,
    handler: async (request, reply) => {
      const operator = await requireSignedInOperator(request, deps);
      await signOutOperator(db, readConsoleCookie(request, config) ?? '', operator, request.ip);
      clearConsoleCookie(reply, config);
      return { success: true, data: {} };
    },
  });
}
