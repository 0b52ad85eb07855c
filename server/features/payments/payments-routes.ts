import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { checkPaymentAttempt, getPaymentStatus, initializePayment } from '#contract/member-endpoints.ts';
import {
  AttemptCheckReply,
  AttemptKeyParams,
  InitializePaymentBody,
  type PaymentReply,
  PaymentReply as PaymentReplySchema,
  PaymentStatusParams,
  PaymentStatusReply,
} from '#contract/schemas/payment.ts';
import type { Alarms } from '../../alarms/alarms.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { logFailure } from '../../http/errors/log-failure.ts';
import { checkAddressLimit, checkRateLimit, isWithinLimit } from '../../http/rate-limit.ts';
import { addRawBody, type BodyWithText } from '../../http/request-bodies.ts';
import { route } from '../../http/route.ts';
import { ANY_TEXT_KEYWORD } from '../../http/schema-compilers.ts';
import { checkAttempt } from './attempt-service.ts';
import { type InitializeDeps, initializePayment as initialize } from './initialise/initialize-service.ts';
import { presentStored, readPaymentStatus, returnFromProvider } from './payment-answers.ts';
import type { VerifyDeps } from './settle/verify-service.ts';
import { receiveWebhook } from './settle/webhook-service.ts';

/** Initialise may take the provider's 20 s, so an identical request waits a little longer for it. */
const INITIALIZE_WAIT_MS = 25_000;
const MINUTE_MS = 60_000;
/** Many shoppers may return from card pages behind one address. Beyond this limit the provider is not queried. */
const RETURNS = { name: 'payment_callback_address', limit: 600, windowMs: 15 * MINUTE_MS };
/** Limits a shopper's provider queries over all references. */
const VERIFIES = { name: 'payment-verify', limit: 60, windowMs: MINUTE_MS };
const NOT_STARTED = { success: true, status: 'none' } as const;

export type PaymentRoutesDeps = InitializeDeps & VerifyDeps & { rateLimitFactor: number; alarms: Alarms };

/** Registers the payment calls of payments.md: the shopper's three, the browser's return and the provider's webhook. */
export function registerPaymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const { db, rateLimitFactor } = deps;
  route(app, initializePayment, {
    summary: 'Start the payment of the open cart',
    auth: 'user',
    schema: { body: InitializePaymentBody, reply: PaymentReplySchema },
    idempotent: {
      waitMs: INITIALIZE_WAIT_MS,
      replay: (stored) => presentStored(deps, db, stored.body),
    },
    rateLimit: [{ name: 'payment-initialize', limit: 10, windowMs: 60_000, by: 'account' }],
    handler: ({ user, body, idempotency }) => initialize(deps, user, body, idempotency),
  });

  route(app, getPaymentStatus, {
    summary: 'The verdict on one of your payments',
    auth: 'user',
    schema: { params: PaymentStatusParams, reply: PaymentStatusReply },
    handler: ({ user, params, request }) =>
      readPaymentStatus(deps, user.id, params.reference, {
        mayAsk: () => isWithinLimit(checkRateLimit(db, VERIFIES, user.id, rateLimitFactor)),
        onFailure: (error) => logFailure(request.log, error, 'a payment could not be settled'),
      }),
  });

  route(app, checkPaymentAttempt, {
    summary: 'What became of a payment started with this Idempotency-Key',
    auth: 'user',
    schema: { params: AttemptKeyParams, reply: AttemptCheckReply },
    // Every call must check again.
    idempotent: false,
    rateLimit: [{ name: 'payment-check', limit: 30, windowMs: MINUTE_MS, by: 'account' }],
    handler: async ({ user, params, request, reply }) => {
      const check = await checkAttempt(db, user, params.key.toLowerCase(), request.id);
      if (check.kind === 'none') return NOT_STARTED;
      reply.header('idempotency-replayed', 'true').code(check.answer.status);
      if (check.answer.status >= 400) return check.answer.body as PaymentReply;
      return presentStored(deps, db, check.answer.body);
    },
  });

  registerReturn(app, deps);
  registerWebhook(app, deps);
}

function registerReturn(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const { db, provider, rateLimitFactor } = deps;
  // Deliberately loose: the shopper must return whatever parameters the provider adds or repeats.
  const part = Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())]));
  const parts = Object.fromEntries(provider.returnParts.map((name) => [name, part]));
  const querystring = Type.Object(parts, { [ANY_TEXT_KEYWORD]: true });
  app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    '/api/payment/callback',
    { schema: { summary: 'Where the card page sends the browser back to', querystring } },
    async (request, reply) => {
      const mayAsk = await isWithinLimit(checkAddressLimit(db, RETURNS, request.ip, rateLimitFactor));
      const parts = Object.entries(request.query).map(([name, value]) => [name, [value].flat()[0]]);
      const returned = provider.parseReturn(Object.fromEntries(parts));
      const url = await returnFromProvider(deps, returned, { publicUrl: deps.publicUrl, mayAsk });
      return reply.header('cache-control', 'no-store').redirect(url, 303);
    },
  );
}

function registerWebhook(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const summary = "The card provider's webhooks";
  let forgedCount = 0;
  app.register(async (scope) => {
    addRawBody(scope);
    const address = `/api/payment/webhook/${deps.provider.name}`;
    // People type this address by hand at the provider, often with a trailing slash.
    for (const url of [address, `${address}/`]) {
      const schema = { summary, hide: url !== address };
      scope.post<{ Body: BodyWithText | undefined }>(url, { schema }, async ({ headers, body, log }) => {
        try {
          const onUnreadable = (eventId: number) =>
            deps.alarms.raise('webhook_unreadable', String(eventId), { eventId });
          const request = { headers, body: body?.json, text: body?.text ?? '' };
          await receiveWebhook({ ...deps, onUnreadable }, request);
        } catch (error) {
          if (error instanceof DomainError && error.status === 401) {
            forgedCount += 1;
            log.warn({ forgedCount }, 'a webhook did not carry our secret');
          }
          throw error;
        }
        return { success: true };
      });
    }
  });
}
