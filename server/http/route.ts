import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Endpoint, Shape } from '#contract/endpoints.ts';
import { buildErrorReplyBody, toDomainError } from './errors/error-handler.ts';
import {
  hashIdempotentRequest,
  type IdempotentRequest,
  REQUEST_WITHOUT_IDEMPOTENCY_KEY,
  type RunningIdempotentRequest,
  readIdempotencyKey,
  startIdempotentRequest,
} from './idempotency.ts';
import { type IdempotentReply, VISITOR_IDEMPOTENCY_SCOPE } from './idempotency-repository.ts';
import { sendWithEtag } from './pages/conditional-get.ts';
import {
  buildRateLimitBucket,
  checkIpRateLimit,
  checkRateLimit,
  type RateLimit,
  throwTooManyRequests,
} from './rate-limit.ts';
import { requireSignedInUser } from './sessions/session-guard.ts';
import type { SessionUser } from './sessions/tokens.ts';

/** The type of one part of an endpoint, such as its body; undefined when the endpoint has no such part. */
export type EndpointPart<S, Name extends string> = S extends Record<Name, infer Value> ? Value : undefined;
type Auth = 'none' | 'user';

/** A request that has passed all checks: signed in if required, valid by its schemas, and within its rate limits. */
interface RouteCall<S extends Shape, A extends Auth> {
  params: EndpointPart<S, 'params'>;
  query: EndpointPart<S, 'query'>;
  body: EndpointPart<S, 'body'>;
  /** The signed-in user; null on a route that visitors may call. */
  user: A extends 'user' ? SessionUser : null;
  /** Stores the reply in the transaction that makes the change, so that a repeated request gets the same reply. */
  idempotency: IdempotentRequest;
  request: FastifyRequest;
  /** Fastify's reply, to set cookies, headers and statuses other than 200. */
  reply: FastifyReply;
}

interface RouteLimit<S extends Shape, A extends Auth> extends RateLimit {
  /**
   * What calls are counted by: IP `address`, `account`, or a function's values, such as the e-mail; undefined: not
   * counted.
   */
  by: 'address' | 'account' | ((call: RouteCall<S, A>) => readonly string[] | undefined);
}

export interface ApiRouteOptions<S extends Shape, A extends Auth> {
  schema: {
    params?: TSchema;
    query?: TSchema;
    body?: TSchema;
    /** Schema of the reply's body; fields that it does not name are not sent. */
    reply: TSchema;
    /** Schemas of successful replies with another status than 200. */
    replies?: Record<number, TSchema>;
  };
  auth: A;
  /**
   * Writes use `Idempotency-Key` unless this is false. `waitMs`: longest wait for an identical running request.
   * `replay` builds a reply with tokens, which must not be stored.
   */
  idempotent?:
    | false
    | {
        waitMs?: number;
        replay?: (stored: IdempotentReply, call: RouteCall<S, A>) => Promise<S['reply']>;
      };
  /** Rate limits, checked in this order before the handler. Default: `defaultLimits` for writes, none for reads. */
  rateLimit?: RouteLimit<S, A>[];
  /** `Cache-Control` of a read; a read that has one also gets an ETag. Default: `no-store`. */
  cache?: string;
  /** Title of the call in the OpenAPI description. */
  summary?: string;
  handler: (call: RouteCall<S, A>) => Promise<S['reply']>;
}

const IDEMPOTENT_WAIT_MS = 5_000;

/** Registers a call. Each request is checked in this order: token, schemas, idempotency key, rate limits. */
export function addApiRoute<S extends Shape, A extends Auth>(
  app: FastifyInstance,
  endpoint: Endpoint<S>,
  // `NoInfer` takes the body's type from the endpoint alone: a handler's `success: true` would widen the type to
  // boolean.
  options: { auth: A } & NoInfer<ApiRouteOptions<S, A>>,
): void {
  const { params, query, body, reply, replies } = options.schema;
  for (const path of [endpoint.path, ...endpoint.aliases]) {
    app.route({
      method: endpoint.method,
      url: path,
      schema: {
        ...(params ? { params } : {}),
        ...(query ? { querystring: query } : {}),
        ...(body && endpoint.method !== 'GET' ? { body } : {}),
        response: { '2xx': reply, ...replies },
        ...(options.summary ? { summary: options.summary } : {}),
        ...(options.auth === 'user' ? { security: [{ bearer: [] }] } : {}),
        // The OpenAPI document lists only the main path, not its aliases.
        hide: path !== endpoint.path,
      },
      onRequest: async (request) => {
        if (options.auth === 'user') request.user = requireSignedInUser(request, app.sharedServices);
      },
      preValidation: async (request) => {
        // A write without a body is treated as an empty object, so that the refusal can name the missing field.
        if (body && endpoint.method !== 'GET' && (request.body ?? null) === null) request.body = {};
      },
      handler: (request, answer) => handle(app, endpoint, options, request, answer),
    });
  }
}

async function handle<S extends Shape, A extends Auth>(
  app: FastifyInstance,
  endpoint: Endpoint<S>,
  options: ApiRouteOptions<S, A>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = {
    params: request.params,
    query: request.query,
    body: request.body,
    user: request.user,
    idempotency: REQUEST_WITHOUT_IDEMPOTENCY_KEY,
    request,
    reply,
  } as unknown as RouteCall<S, A>;
  const key =
    endpoint.method === 'GET' || options.idempotent === false
      ? null
      : readIdempotencyKey(request.headers['idempotency-key']);
  if (key === null) {
    await checkLimits(app, limitsOf(options, call), call);
    return sendWithEtag(call, await options.handler(call), options.cache);
  }
  return handleKeyed(app, endpoint, options, call, key);
}

async function handleKeyed<S extends Shape, A extends Auth>(
  app: FastifyInstance,
  endpoint: Endpoint<S>,
  options: ApiRouteOptions<S, A>,
  call: RouteCall<S, A>,
  key: string,
): Promise<unknown> {
  const { db, secrets } = app.sharedServices;
  const { waitMs = IDEMPOTENT_WAIT_MS, replay } = options.idempotent || {};
  const path = fillPath(endpoint.path, call.params);
  const [limit, ...otherLimits] = limitsOf(options, call);
  // One SQL statement claims the idempotency key and takes a token from the shopper's rate limit.
  const bucket =
    limit?.by === 'account' && call.user
      ? buildRateLimitBucket(limit, call.user.id, app.sharedServices.config.rateLimitFactor)
      : undefined;
  const start = await startIdempotentRequest(
    db,
    {
      scope: call.user?.id ?? VISITOR_IDEMPOTENCY_SCOPE,
      key,
      method: endpoint.method,
      path,
      requestHash: hashIdempotentRequest(secrets.hmacKey, {
        method: endpoint.method,
        path,
        query: call.query,
        body: call.body,
      }),
    },
    waitMs,
    bucket,
  );
  if (start.kind === 'replay') {
    call.reply.header('idempotency-replayed', 'true').code(start.answer.status);
    // The serialiser of successful replies would drop a refusal's fields, so a stored refusal bypasses it.
    if (start.answer.status >= 400) return sendStored(call.reply, start.answer);
    return replay ? replay(start.answer, call) : start.answer.body;
  }
  const keyed = { ...call, idempotency: start.request };
  const admit = async (): Promise<void> => {
    if (bucket && !start.isWithinLimit) await throwTooManyRequests(db, bucket);
    await checkLimits(app, bucket ? otherLimits : limitsOf(options, call), keyed);
  };
  return work(app, options, keyed, start.request, admit);
}

async function work<S extends Shape, A extends Auth>(
  app: FastifyInstance,
  options: ApiRouteOptions<S, A>,
  call: RouteCall<S, A>,
  idempotency: RunningIdempotentRequest,
  admit: () => Promise<void>,
): Promise<unknown> {
  const { db } = app.sharedServices;
  let body: S['reply'];
  try {
    await admit();
    body = await options.handler(call);
  } catch (error) {
    const refusal = toDomainError(error);
    await idempotency.finish(db, {
      status: refusal.status,
      body: buildErrorReplyBody(refusal, call.request.id),
    });
    throw error;
  }
  await idempotency.finish(db, { status: call.reply.statusCode, body });
  return body;
}

function limitsOf<S extends Shape, A extends Auth>(
  options: ApiRouteOptions<S, A>,
  call: RouteCall<S, A>,
): RouteLimit<S, A>[] {
  return options.rateLimit ?? (call.request.method === 'GET' ? [] : defaultLimits(call));
}

async function checkLimits<S extends Shape, A extends Auth>(
  app: FastifyInstance,
  limits: RouteLimit<S, A>[],
  call: RouteCall<S, A>,
): Promise<void> {
  const { db, config } = app.sharedServices;
  for (const limit of limits) {
    if (limit.by === 'address') {
      await checkIpRateLimit(db, limit, call.request.ip, config.rateLimitFactor);
      continue;
    }
    const subject = limit.by === 'account' ? call.user?.id : limit.by(call);
    if (subject !== undefined) await checkRateLimit(db, limit, subject, config.rateLimitFactor);
  }
}

/** Default limits of writes. The limit of an IP address is much higher, because many shoppers share one. */
function defaultLimits<S extends Shape, A extends Auth>({ user }: RouteCall<S, A>): RouteLimit<S, A>[] {
  return user
    ? [{ name: 'write', limit: 240, windowMs: 60_000, by: 'account' }]
    : [{ name: 'write_address', limit: 3_000, windowMs: 60_000, by: 'address' }];
}

function sendStored(reply: FastifyReply, answer: IdempotentReply): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

/** The stored path of a key is the main path, so that calls through an alias share the same keys. */
function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
