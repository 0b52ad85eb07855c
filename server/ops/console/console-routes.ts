import type { FastifyInstance, FastifyRequest } from 'fastify';
import { opsPasskeyDoor } from '#contract/ops-access-endpoints.ts';
import {
  opsEnrol,
  opsFind,
  opsOrder,
  opsPayment,
  opsSession,
  opsShopper,
  opsSignIn,
  opsSignOut,
  opsToday,
  opsUnlockPickup,
  opsVerifyPayment,
} from '#contract/ops-endpoints.ts';
import * as schemas from '#contract/schemas/ops.ts';
import { OpsPasskeyDoorBody, OpsPasskeyOptionsReply } from '#contract/schemas/ops-access.ts';
import type { SharedHasher } from '../../features/auth/password-hashing.ts';
import type { OpsDeps } from '../command.ts';
import { listCommands } from '../commands.ts';
import { mayRun } from '../operators.ts';
import { registerAccessRoutes } from './access/access-routes.ts';
import { askForPasskey } from './access/passkey-service.ts';
import { admitToSignIn, rememberDevice } from './access/sign-in-limits.ts';
import { enrol, signIn, signOut } from './access/sign-in-service.ts';
import { registerApprovals } from './approval-routes.ts';
import { commandRoute } from './command-route.ts';
import {
  clearConsoleCookie,
  readConsoleCookie,
  requireConsolePage,
  requireOperator,
  setConsoleCookie,
} from './console-guard.ts';
import type { ConsoleOperator } from './console-repository.ts';
import { registerGroupRoutes } from './group-routes.ts';
import { registerMoney } from './money-routes.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import { registerPickupRoutes } from './pickup-routes.ts';
import { registerProductRoutes } from './product-routes.ts';
import { registerRecoveryRoutes } from './recovery-routes.ts';
import { registerShopperRoutes } from './shopper-routes.ts';
import { registerWorkRoutes } from './work-routes.ts';

/** The console's calls. @source operator.md */
export function registerConsole(app: FastifyInstance, deps: OpsDeps, hasher: SharedHasher): void {
  registerDoors(app, deps, hasher);
  registerAccessRoutes(app, deps, hasher);
  registerGroupRoutes(app, deps);
  registerProductRoutes(app, deps);
  registerRecoveryRoutes(app, deps);
  registerWorkRoutes(app, deps);
  registerApprovals(app, deps);
  registerMoney(app, deps);
  registerShopperRoutes(app, deps);
  registerPickupRoutes(app, deps);
  registerOperatorRoutes(app, deps);
  commandRoute(app, deps, opsToday, {
    command: 'today',
    isByItself: true,
    schema: { reply: schemas.OpsTodayReply },
    args: () => ({}),
  });
  commandRoute(app, deps, opsFind, {
    command: 'find',
    schema: { body: schemas.OpsFindBody, reply: schemas.OpsFindReply },
    args: ({ body }) => ({ words: [body.q] }),
  });
  commandRoute(app, deps, opsShopper, {
    command: 'user history',
    schema: { params: schemas.OpsShopperParams, reply: schemas.OpsShopperReply },
    args: ({ params }) => ({ words: [params.userId] }),
  });
  commandRoute(app, deps, opsPayment, {
    command: 'payment show',
    schema: { params: schemas.OpsReferenceParams, reply: schemas.OpsPaymentReply },
    args: ({ params }) => ({ words: [params.reference] }),
  });
  commandRoute(app, deps, opsVerifyPayment, {
    command: 'payment verify',
    schema: { params: schemas.OpsReferenceParams, reply: schemas.OpsActReply },
    args: ({ params }) => ({ words: [params.reference] }),
  });
  commandRoute(app, deps, opsOrder, {
    command: 'order show',
    schema: { params: schemas.OpsTrackingParams, reply: schemas.OpsOrderReply },
    args: ({ params }) => ({ words: [params.trackingNumber] }),
  });
  commandRoute(app, deps, opsUnlockPickup, {
    command: 'item unlock',
    schema: { params: schemas.OpsTrackingParams, body: schemas.OpsReasonBody, reply: schemas.OpsActReply },
    args: ({ params, body }) => ({ words: [params.trackingNumber], options: { reason: body.reason } }),
  });
}

/** How somebody comes in and goes. */
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
      may: listCommands()
        .filter((command) => mayRun(operator, command))
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
  app.route<{ Body: OpsPasskeyDoorBody }>({
    ...opsPasskeyDoor,
    url: opsPasskeyDoor.path,
    schema: { body: OpsPasskeyDoorBody, response: { '2xx': OpsPasskeyOptionsReply }, hide: true },
    onRequest,
    handler: async (request) => {
      const admitted = await admit(request, request.body.name);
      return { success: true, data: { options: await askForPasskey(admitted, request.body) } };
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
    schema: { response: { '2xx': schemas.OpsActReply }, hide: true },
    onRequest,
    handler: async (request, reply) => {
      const operator = await requireOperator(request, deps);
      await signOut(db, readConsoleCookie(request, config) ?? '', operator, request.ip);
      clearConsoleCookie(reply, config);
      return { success: true, data: {} };
    },
  });
}
