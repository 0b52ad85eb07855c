import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import * as calls from '#contract/member-endpoints.ts';
import * as schemas from '#contract/schemas/payment.ts';
import type { AlarmService } from '../../alarms/alarms.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { logRequestFailure } from '../../http/errors/log-failure.ts';
import { checkIpRateLimit, checkRateLimit, isWithinRateLimit } from '../../http/rate-limit.ts';
import { addRawBodyParser, type JsonBodyWithRawText } from '../../http/request-bodies.ts';
import { addApiRoute } from '../../http/route.ts';
import { SKIP_STORABLE_TEXT_CHECK_KEYWORD } from '../../http/schema-compilers.ts';
import { findPaymentReplyOrBlockKey } from './attempt-service.ts';
import {
  type InitializePaymentDeps,
  initializePayment as initialize,
} from './initialise/initialize-service.ts';
import {
  buildReplyToRepeatedPaymentRequest,
  readPaymentStatus,
  settlePaymentOnCardPageReturn,
} from './payment-replies.ts';
import type { PaymentVerificationDeps } from './settle/verify-service.ts';
import { receiveProviderWebhook } from './settle/webhook-service.ts';

/** Milliseconds that a payment request waits for an identical one, longer than the 20 s limit of provider calls. */
const INITIALIZE_WAIT_MS = 25_000;
const MINUTE_MS = 60_000;
/**
 * Limits provider queries of returning browsers by IP address. The limit is high, because many shoppers may share an
 * IP address.
 */
const RETURNS = { name: 'payment_callback_address', limit: 600, windowMs: 15 * MINUTE_MS };
/** Limits how often one shopper's requests query the provider, over all payments. */
const VERIFIES = { name: 'payment-verify', limit: 60, windowMs: MINUTE_MS };
const NOT_STARTED = { success: true, status: 'none' } as const;

export type PaymentRoutesDeps = InitializePaymentDeps &
  PaymentVerificationDeps & { rateLimitFactor: number; alarms: AlarmService };

export function registerPaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const { db, rateLimitFactor } = deps;
  addApiRoute(app, calls.initializePayment, {
    summary: 'Start the payment of the open cart',
    auth: 'user',
    schema: { body: schemas.InitializePaymentBody, reply: schemas.InitializePaymentReply },
    idempotent: {
      waitMs: INITIALIZE_WAIT_MS,
      replay: (stored) => buildReplyToRepeatedPaymentRequest(deps, db, stored.body),
    },
    rateLimit: [{ name: 'payment-initialize', limit: 10, windowMs: 60_000, by: 'account' }],
    handler: ({ user, body, idempotency }) => initialize(deps, user, body, idempotency),
  });

  addApiRoute(app, calls.getPaymentStatus, {
    summary: 'The verdict on one of your payments',
    auth: 'user',
    schema: { params: schemas.PaymentReferenceParams, reply: schemas.PaymentStatusReply },
    handler: ({ user, params, request }) =>
      readPaymentStatus(deps, user.id, params.reference, {
        mayAsk: () => isWithinRateLimit(checkRateLimit(db, VERIFIES, user.id, rateLimitFactor)),
        onFailure: (error) => logRequestFailure(request.log, error, 'a payment could not be settled'),
      }),
  });

  addApiRoute(app, calls.findPaymentOrBlockIdempotencyKey, {
    summary: 'What became of a payment started with this Idempotency-Key',
    auth: 'user',
    schema: { params: schemas.PaymentIdempotencyKeyParams, reply: schemas.PaymentAttemptOrNoneReply },
    // No reply is stored for repeated requests, because every call must query the provider.
    idempotent: false,
    rateLimit: [{ name: 'payment-check', limit: 30, windowMs: MINUTE_MS, by: 'account' }],
    handler: async ({ user, params, request, reply }) => {
      const check = await findPaymentReplyOrBlockKey(db, user, params.key.toLowerCase(), request.id);
      if (check.kind === 'none') return NOT_STARTED;
      reply.header('idempotency-replayed', 'true').code(check.answer.status);
      if (check.answer.status >= 400) return check.answer.body as schemas.InitializePaymentReply;
      return buildReplyToRepeatedPaymentRequest(deps, db, check.answer.body);
    },
  });

  registerReturn(app, deps);
  registerWebhook(app, deps);
}

function registerReturn(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const { db, provider, rateLimitFactor } = deps;
  // The schema accepts any query, because the shopper must get back to the shop whatever the provider adds or repeats.
  const part = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]));
  const parts = Object.fromEntries(provider.returnParts.map((name) => [name, part]));
  const querystring = Type.Object(parts, { [SKIP_STORABLE_TEXT_CHECK_KEYWORD]: true });
  app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    '/api/payment/callback',
    { schema: { summary: 'Where the card page sends the browser back to', querystring } },
    async (request, reply) => {
      const mayAsk = await isWithinRateLimit(checkIpRateLimit(db, RETURNS, request.ip, rateLimitFactor));
      const parts = Object.entries(request.query).map(([name, value]) => [name, [value].flat()[0]]);
      const returned = provider.parseReturn(Object.fromEntries(parts));
      const url = await settlePaymentOnCardPageReturn(deps, returned, { publicUrl: deps.publicUrl, mayAsk });
      return reply.header('cache-control', 'no-store').redirect(url, 303);
    },
  );
}

function registerWebhook(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const summary = "The card provider's webhooks";
  let forgedCount = 0;
  app.register(async (scope) => {
    addRawBodyParser(scope);
    const address = `/api/payment/webhook/${deps.provider.name}`;
    // The route accepts a trailing slash, because operators type this URL at the provider by hand.
    for (const url of [address, `${address}/`]) {
      const schema = { summary, hide: url !== address };
      scope.post<{ Body: JsonBodyWithRawText | undefined }>(
        url,
        { schema },
        async ({ headers, body, log }) => {
          try {
            const onUnreadable = (eventId: number) =>
              deps.alarms.raise('webhook_unreadable', String(eventId), { eventId });
            const request = { headers, body: body?.json, text: body?.text ?? '' };
            await receiveProviderWebhook({ ...deps, onUnreadable }, request);
          } catch (error) {
            if (error instanceof DomainError && error.status === 401) {
              forgedCount += 1;
              log.warn({ forgedCount }, 'a webhook did not carry our secret');
            }
            throw error;
          }
          return { success: true };
        },
      );
    }
  });
}
