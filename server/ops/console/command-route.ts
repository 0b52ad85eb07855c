import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Endpoint, Shape } from '#contract/endpoints.ts';
import { OpsAcceptedReply, type OpsProposed } from '#contract/schemas/ops-approvals.ts';
import { actingFrom } from '../../audit/audit-log.ts';
import { recordForbiddenOperator } from '../../audit/security-events.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { checkRateLimit } from '../../http/rate-limit.ts';
import { propose } from '../approvals/propose.ts';
import type { OpsDeps } from '../command.ts';
import { type OpsArguments, type OpsCommand, type OpsContext, Refusal } from '../command.ts';
import { requireCommand } from '../commands.ts';
import { ApprovalNeeded, mayRun } from '../operators.ts';
import { performCommand } from '../perform-command.ts';
import { requireConsolePage, requireOperator } from './console-guard.ts';
import type { ConsoleOperator } from './console-repository.ts';
import { createLongActs } from './long-acts.ts';

type Part<S, Name extends string> = S extends Record<Name, infer Value> ? Value : undefined;

interface CommandRoute<S extends Shape> {
  /** The command that is run: whose roles, row of the log and approval are the call's. */
  command: string;
  schema: { params?: TSchema; query?: TSchema; body?: TSchema; reply: TSchema };
  /** A page that stays open asks it again and again. */
  isByItself?: boolean;
  /** Of a body with a file in it; absent: that of every call. */
  bodyLimit?: number;
  args(call: {
    params: Part<S, 'params'>;
    query: Part<S, 'query'>;
    body: Part<S, 'body'>;
  }): Partial<OpsArguments>;
}

/** A person who looks and clicks. */
const LIMIT = { name: 'ops', limit: 300, windowMs: 60_000 };

/**
 * Registers a call of the console as a command of the operator: there is no second way to do anything.
 *
 * The order of things: our own page, session, role, limit, schemas, command.
 */
export function commandRoute<S extends Shape>(
  app: FastifyInstance,
  deps: OpsDeps,
  endpoint: Endpoint<S>,
  { command: name, schema, isByItself = false, bodyLimit, args }: CommandRoute<S>,
): void {
  const command = requireCommand(name);
  const operators = new WeakMap<FastifyRequest, ConsoleOperator>();
  const longActs = command.asksProvider ? createLongActs<Acted>(app) : null;
  const { params, query, body, reply } = schema;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(bodyLimit ? { bodyLimit } : {}),
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: {
        ...(command.movesMoney || command.asksProvider ? { 202: OpsAcceptedReply } : {}),
        '2xx': reply,
      },
      hide: true,
    },
    onRequest: async (request) => {
      await requireConsolePage(request, deps);
      const operator = await requireOperator(request, deps, { isByItself });
      if (!mayRun(operator, command)) {
        await recordForbiddenOperator(deps.db, operator.name);
        throw new DomainError('forbidden', `The role ${operator.role} does not allow ${name}.`);
      }
      await checkRateLimit(deps.db, LIMIT, operator.name, deps.config.rateLimitFactor);
      operators.set(request, operator);
    },
    handler: async (request, answer) => {
      const operator = operators.get(request);
      if (!operator) throw new DomainError('unauthorized');
      const {
        words = [],
        options = {},
        files,
      } = args({
        params: request.params as Part<S, 'params'>,
        query: request.query as Part<S, 'query'>,
        body: request.body as Part<S, 'body'>,
      });
      const actor = `operator:${operator.name}`;
      const context = { ...deps, command, actor, approvedBy: null, approvedUpToKobo: 0, key: null };
      const key = keyOf(request, command, operator);
      const asked = { words, options: { ...options, ...key }, ...(files ? { files } : {}) };
      const act = () => actingFrom.run(request.ip, () => performOrPropose(context, asked));
      // Without a key nobody could ask how it ended.
      const done = await (longActs && key.key && !options['dry-run']
        ? longActs.startOrJoin(JSON.stringify(asked), act)
        : act()
      ).catch(tellRefusal);
      if (!done) return answer.code(202).send({ success: true, data: {}, underWay: true });
      if (done.proposal) answer.code(202);
      return { success: true, ...done };
    },
  });
}

interface Acted {
  data: unknown;
  proposal?: OpsProposed;
}

/** What needs a second person is not refused here but kept until one agrees. */
async function performOrPropose(context: OpsContext, asked: OpsArguments): Promise<Acted> {
  try {
    const { data } = await performCommand(context, asked);
    return { data };
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error;
    const { status, answer, id, expiresAt } = await propose(context, asked, error);
    if (status === 'done') return { data: answer };
    return { data: {}, proposal: { id, expiresAt: expiresAt.toISOString() } };
  }
}

/** The same click again, as after an answer that never came, is the same act. */
function keyOf(request: FastifyRequest, { act }: OpsCommand, { name }: ConsoleOperator): { key?: string } {
  const sent = request.headers['idempotency-key'];
  return act && typeof sent === 'string' ? { key: `console:${name}:${sent.slice(0, 64)}` } : {};
}

function tellRefusal(error: unknown): never {
  throw error instanceof Refusal ? new DomainError('act_refused', error.message) : error;
}
