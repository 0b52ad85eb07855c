import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../server/provider/untrusted.ts';
import { type ProviderDashboardRoutesOptions, providerDashboardRoutes } from './dashboard-routes.ts';
import type {
  ApiFaultScenario,
  SandboxPaymentOutcome,
  SandboxScenario,
  WebhookScenario,
} from './sandbox-records.ts';
import {
  DEFAULT_SANDBOX_SCENARIO,
  DEFAULT_WEBHOOK_SCENARIO,
  SANDBOX_PAYMENT_OUTCOMES,
} from './sandbox-records.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** Lets tests and operators on this machine control the sandbox; forwarded and remote callers are refused. */
export async function sandboxControlRoutes(
  app: FastifyInstance,
  options: ProviderDashboardRoutesOptions,
): Promise<void> {
  const { store } = options;

  // The socket's address is checked, because `request.ip` of a caller behind a proxy could be loopback.
  app.addHook('onRequest', async (request, reply) => {
    const isHere = LOOPBACK.test(request.raw.socket.remoteAddress ?? '');
    const isForwarded = FORWARDED.some((name) => request.headers[name] !== undefined);
    const isLoopbackHost = /^(127\.[\d.]+|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
    if (isHere && !isForwarded && isLoopbackHost) return;
    await reply.code(404).send({ success: false, message: 'Not found' });
  });
  app.addHook('preHandler', async () => store.refresh());

  app.post('/sandbox/scenario', async (request, reply) => {
    const scenario = parseSandboxScenario(request.body);
    if (typeof scenario === 'string') return reply.code(400).send({ success: false, message: scenario });
    await store.append({ kind: 'scenario', value: scenario });
    return { success: true, scenario };
  });

  app.post('/sandbox/reset', async () => {
    await store.append({ kind: 'reset' });
    return { success: true };
  });

  providerDashboardRoutes(app, options);

  app.get('/sandbox/transactions', async () => ({
    success: true,
    sessions: [...store.state.sessions.values()],
    transactions: [...store.state.transactions.values()],
    reversals: [...store.state.reversals.values()],
    settlements: [...store.state.settlements.values()],
    deliveries: [...store.state.deliveries.values()],
    scenario: store.state.scenario,
  }));
}

/** @returns the faults to simulate, or an error message. Missing fields get their defaults. */
export function parseSandboxScenario(body: unknown): SandboxScenario | string {
  if (!isRecord(body)) return 'A JSON object is expected';
  const next = body.next ?? null;
  if (next !== null && !(SANDBOX_PAYMENT_OUTCOMES as readonly unknown[]).includes(next)) {
    return `next must be one of ${SANDBOX_PAYMENT_OUTCOMES.join(', ')}`;
  }
  const webhook = readWebhookScenario(body.webhook);
  if (typeof webhook === 'string') return webhook;
  const api = readApiScenario(body.api);
  if (typeof api === 'string') return api;
  const delayMs =
    typeof body.delayMs === 'number' && body.delayMs >= 0 ? body.delayMs : DEFAULT_SANDBOX_SCENARIO.delayMs;
  const refund = body.refund ?? 'completed';
  if (refund !== 'completed' && refund !== 'pending') return 'refund must be completed or pending';
  return { next: next as SandboxPaymentOutcome | null, delayMs, webhook, api, refund };
}

function readWebhookScenario(value: unknown): WebhookScenario | string {
  if (value === undefined || value === null) return DEFAULT_WEBHOOK_SCENARIO;
  if (!isRecord(value)) return 'webhook must be an object';
  const webhook = { ...DEFAULT_WEBHOOK_SCENARIO, ...value } as WebhookScenario;
  if (webhook.shape !== 'v3' && webhook.shape !== 'flat') return 'webhook.shape must be v3 or flat';
  if (!Number.isInteger(webhook.copies) || webhook.copies < 1 || webhook.copies > 50) {
    return 'webhook.copies must be 1 to 50';
  }
  if (typeof webhook.delayMs !== 'number' || !(webhook.delayMs >= 0))
    return 'webhook.delayMs must be 0 or more';
  const { shape, copies, delayMs } = webhook;
  const { drop, wrongHash, outOfOrder } = webhook;
  return {
    shape,
    copies,
    delayMs,
    drop: drop === true,
    wrongHash: wrongHash === true,
    outOfOrder: outOfOrder === true,
  };
}

function readApiScenario(value: unknown): ApiFaultScenario | null | string {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return 'api must be an object';
  const fail = String(value.fail);
  if (fail !== '503' && fail !== '429' && fail !== 'timeout' && fail !== 'malformed') {
    return 'api.fail must be 503, 429, timeout or malformed';
  }
  const times = Number(value.times ?? 1);
  if (!Number.isInteger(times) || times < 1) return 'api.times must be 1 or more';
  return { fail, times };
}
