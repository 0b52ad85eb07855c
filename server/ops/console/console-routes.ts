import type { FastifyInstance, FastifyRequest } from 'fastify';
import { opsPasskeySignInOptions } from '#contract/ops-access-endpoints.ts';
import { opsEnrol, opsSession, opsSignIn, opsSignOut } from '#contract/ops-endpoints.ts';
import * as schemas from '#contract/schemas/ops.ts';
import { OpsPasskeyOptionsReply, OpsPasskeySignInBody } from '#contract/schemas/ops-access.ts';
import type { SharedHasher } from '../../features/auth/password-hashing.ts';
import type { OpsDeps } from '../action.ts';
import { listActions } from '../actions.ts';
import { mayRun } from '../operators.ts';
import { registerAccessRoutes } from './access/access-routes.ts';
import { passkeyOptions } from './access/passkey-service.ts';
import { admitToSignIn, rememberDevice } from './access/sign-in-limits.ts';
import { enrol, signIn, signOut } from './access/sign-in-service.ts';
import { registerActions } from './action-routes.ts';
import {
  clearConsoleCookie,
  readConsoleCookie,
  requireConsolePage,
  requireOperator,
  setConsoleCookie,
} from './console-guard.ts';
import type { ConsoleOperator } from './console-repository.ts';

/** Registers all routes of the console. @source operator.md */
export function registerConsole(app: FastifyInstance, deps: OpsDeps, hasher: SharedHasher): void {
  registerDoors(app, deps, hasher);
  registerAccessRoutes(app, deps, hasher);
  registerActions(app, deps);
}

/** Registers enrolment, sign-in and sign-out. */
function registerDoors(app: FastifyInstance, deps: OpsDeps, hasher: SharedHasher): void {
  const { config, db, secrets, clock } = deps;
  const onRequest = (request: FastifyRequest) => requireConsolePage(request, deps);
  const admit = async (request: FastifyRequest, name: string) => {
    const { caller, mayTryFactor } = await admitToSignIn(request, deps, name);
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
      may: listActions()
        .filter((action) => mayRun(operator, action))
        .map(({ name }) => name),
      brandName: config.brandName,
      sandbox: config.sandbox.isOn,
    },
  });

  app.route<{ Body: schemas.OpsEnrolBody }>({
    ...opsEnrol,
    url: opsEnrol.path,
    schema: { body: schemas.OpsEnrolBody, response: { '2xx': schemas.OpsEnrolReply }, hide: true },
    onRequest,
    handler: async (request) => {
      const admitted = await admit(request, request.body.name);
      return { success: true, data: await enrol(admitted, request.body) };
    },
  });
  app.route<{ Body: OpsPasskeySignInBody }>({
    ...opsPasskeySignInOptions,
    url: opsPasskeySignInOptions.path,
    schema: { body: OpsPasskeySignInBody, response: { '2xx': OpsPasskeyOptionsReply }, hide: true },
    onRequest,
    handler: async (request) => {
      const admitted = await admit(request, request.body.name);
      return { success: true, data: { options: await passkeyOptions(admitted, request.body) } };
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
      const { token, ...operator } = await signIn(admitted, request.body, before);
      setConsoleCookie(reply, token, config);
      rememberDevice(request, reply, operator.name);
      return tell(operator);
    },
  });
  app.route({
    ...opsSession,
    url: opsSession.path,
    schema: { response: { '2xx': schemas.OpsSessionReply }, hide: true },
    onRequest,
    handler: async (request) => tell(await requireOperator(request, deps, { isByItself: true })),
  });
  app.route({
    ...opsSignOut,
    url: opsSignOut.path,
    schema: { response: { '2xx': schemas.OpsActionReply }, hide: true },
    onRequest,
    handler: async (request, reply) => {
      const operator = await requireOperator(request, deps);
      await signOut(db, readConsoleCookie(request, config) ?? '', operator, request.ip);
      clearConsoleCookie(reply, config);
      return { success: true, data: {} };
    },
  });
}
