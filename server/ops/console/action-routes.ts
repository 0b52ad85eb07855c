import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import { OpsActionPendingReply, type OpsProposalIdAndExpiry } from '#contract/schemas/ops/approvals.ts';
import { operatorIpAddressContext } from '../../audit/audit-log.ts';
import { recordForbiddenOperatorAction } from '../../audit/security-events.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { checkRateLimit } from '../../http/rate-limit.ts';
import {
  type ActionBody,
  ActionRefusedError,
  type ConsoleEndpointOfAction,
  type OperatorAction,
  type OperatorActionContext,
  type OpsDeps,
} from '../action.ts';
import { listOperatorActions } from '../actions.ts';
import { proposeAction } from '../approvals/propose.ts';
import { ApprovalNeededError, canRoleRunAction } from '../operators.ts';
import { runOperatorAction } from '../run-action.ts';
import { requireConsoleOrigin, requireSignedInOperator } from './console-guard.ts';
import type { ConsoleOperator } from './console-repository.ts';
import { createLongActionRunner } from './long-actions.ts';

const BYTES = 'application/octet-stream';
/** Rate limit of one operator; it allows browsing and pages that poll. */
const LIMIT = { name: 'ops', limit: 300, windowMs: 60_000 };

/** Registers a route for each action that has a console endpoint. The console has no other way to change data. */
export function registerActionRoutes(app: FastifyInstance, deps: OpsDeps): void {
  const calls = listOperatorActions().flatMap((action) =>
    [action.console ?? []].flat().map((one: ConsoleEndpointOfAction) => [action, one] as const),
  );
  for (const [action, one] of calls.filter(([, { isUpload }]) => !isUpload))
    registerCall(app, deps, action, one);
  // Only upload routes accept bytes, and only after the session was checked.
  app.register(async (scope) => {
    scope.addContentTypeParser(BYTES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [action, one] of calls.filter(([, { isUpload }]) => isUpload))
      registerCall(scope, deps, action, one);
  });
}

/** Checks in this order: origin, session, role, rate limit, schemas; then it runs the action. */
function registerCall(
  app: FastifyInstance,
  deps: OpsDeps,
  action: OperatorAction,
  one: ConsoleEndpointOfAction,
): void {
  const { endpoint, reply, isByItself = false, bodyLimit } = one;
  const parts = partsOf(action, one);
  const operators = new WeakMap<FastifyRequest, ConsoleOperator>();
  const longActs = action.asksProvider ? createLongActionRunner<Acted>(app) : null;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bodyLimit ? { bodyLimit } : {}),
    schema: {
      ...schemasOf(parts),
      response: {
        ...(action.movesMoney || action.asksProvider ? { 202: OpsActionPendingReply } : {}),
        '2xx': reply,
      },
      hide: true,
    },
    onRequest: async (request) => {
      await requireConsoleOrigin(request, deps);
      const operator = await requireSignedInOperator(request, deps, { isByItself });
      if (!canRoleRunAction(operator, action)) {
        await recordForbiddenOperatorAction(deps.db, operator.name);
        throw new DomainError('forbidden', `The role ${operator.role} does not allow ${action.name}.`);
      }
      await checkRateLimit(deps.db, LIMIT, operator.name, deps.config.rateLimitFactor);
      operators.set(request, operator);
    },
    handler: async (request, answer) => {
      const operator = operators.get(request);
      if (!operator) throw new DomainError('unauthorized');
      const actor = `operator:${operator.name}`;
      const key = keyOf(request, action, operator);
      const { centres } = operator;
      const context = { ...deps, action, actor, approvedBy: null, approvedUpToKobo: 0, centres, key };
      const body = bodyOf(request, action, one, parts);
      const perform = () => operatorIpAddressContext.run(request.ip, () => performOrPropose(context, body));
      // Without an idempotency key the request waits until the action ends, because no later request could fetch the
      // result.
      const done = await (longActs && key && !body.dryRun
        ? longActs.startOrJoin(JSON.stringify([key, body]), perform)
        : perform()
      ).catch(throwRefusal);
      if (!done) return answer.code(202).send({ success: true, data: {}, underWay: true });
      if (done.proposal) answer.code(202);
      return { success: true, ...done };
    },
  });
}

interface Parts {
  params: TProperties;
  query: TProperties;
  body: TProperties;
}

/**
 * Decides where the client sends each field. Fields that the path names are in the path; others are in the query of a
 * read or upload, else in the body.
 */
function partsOf({ body, local = [], file }: OperatorAction, one: ConsoleEndpointOfAction): Parts {
  const { endpoint, fixed, isUpload, required = [] } = one;
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const left = [...local, ...Object.keys(fixed), ...(isUpload && file ? [file.content] : [])];
  const isQuery = endpoint.method === 'GET' || isUpload;
  const parts: Parts = { params: {}, query: {}, body: {} };
  for (const [name, field] of Object.entries(body.properties)) {
    if (left.includes(name)) continue;
    const part = inPath.includes(name) ? 'params' : isQuery ? 'query' : 'body';
    // A copied schema lacks TypeBox's hidden mark of an optional field, so the copy makes the field required.
    parts[part][name] = required.includes(name) ? { ...field } : field;
  }
  return parts;
}

function schemasOf({ params, query, body }: Parts) {
  const named = Object.entries({ params, querystring: query, body });
  const used = named.filter(([, fields]) => Object.keys(fields).length > 0);
  return Object.fromEntries(used.map(([part, fields]) => [part, Type.Object(fields)]));
}

/** Collects only the fields that the schemas have validated. */
function bodyOf(
  request: FastifyRequest,
  { file }: OperatorAction,
  { fixed, isUpload }: ConsoleEndpointOfAction,
  parts: Parts,
): ActionBody {
  if (isUpload && !Buffer.isBuffer(request.body))
    throw new DomainError('bad_request', `The file is sent as ${BYTES}.`);
  return {
    ...pick(request.params, parts.params),
    ...pick(request.query, parts.query),
    ...pick(request.body, parts.body),
    ...(isUpload && file ? { [file.content]: request.body } : {}),
    ...fixed,
  };
}

function pick(sent: unknown, fields: TProperties): ActionBody {
  return Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => Object.hasOwn(fields, name)));
}

interface Acted {
  data: unknown;
  proposal?: OpsProposalIdAndExpiry;
}

/** Runs an action, or stores it as a proposal when it needs a second person. */
async function performOrPropose(context: OperatorActionContext, body: ActionBody): Promise<Acted> {
  try {
    const { data } = await runOperatorAction(context, body);
    return { data };
  } catch (error) {
    if (!(error instanceof ApprovalNeededError)) throw error;
    const { status, answer, id, expiresAt } = await proposeAction(context, body, error);
    if (status === 'done') return { data: answer };
    return { data: {}, proposal: { id, expiresAt: expiresAt.toISOString() } };
  }
}

/** Reads the idempotency key. A second click, for example after a lost reply, sends the same key. */
function keyOf(request: FastifyRequest, { key }: OperatorAction, { name }: ConsoleOperator): string | null {
  const sent = request.headers['idempotency-key'];
  return key && typeof sent === 'string' ? `console:${name}:${sent.slice(0, 64)}` : null;
}

function throwRefusal(error: unknown): never {
  throw error instanceof ActionRefusedError ? new DomainError('act_refused', error.message) : error;
}
