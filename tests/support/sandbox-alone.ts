import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { createFlutterwaveSimulator } from '../../sandbox/flutterwave/flutterwave-sandbox.ts';
import { paymentSandboxPlugin } from '../../sandbox/provider/sandbox.ts';
import { flutterwaveProvider } from '../../server/provider/flutterwave/flutterwave.ts';
import type { PaymentProvider } from '../../server/provider/provider.ts';

export const SANDBOX_TEST_API_KEY = 'FLWSECK_TEST-only-for-tests';
export const SANDBOX_TEST_WEBHOOK_HASH = 'hash-only-for-tests';

interface ReceivedWebhook {
  hash: string | undefined;
  body: Record<string, unknown>;
}

/** The sandbox runs without a shop: a second small server receives its webhooks. */
export interface StandaloneSandbox {
  url: string;
  provider: PaymentProvider;
  /** Client with a short timeout, for missing replies. */
  hastyProvider: PaymentProvider;
  /** Received webhooks, in order. */
  webhooks: ReceivedWebhook[];
  /** HTTP status of the webhook address's replies. */
  answerWith(code: number): void;
  /** Advances the shop's clock, which card sessions use. It stands still otherwise. */
  advance(ms: number): void;
  /** Presses a button of the card page. */
  press(link: string, form: Record<string, string>): Promise<Response>;
  control(path: string, body?: unknown): Promise<{ status: number; body: SandboxReport }>;
  /** Kills the server; the data file stays. */
  stop(): Promise<void>;
}

interface SandboxReport {
  success: boolean;
  message?: string;
  chargeback?: { id: number; status: string };
  sessions: { id: string; txRef: string; state: string }[];
  transactions: { id: number; txRef: string; status: string; amount: number }[];
  deliveries: { state: string; tries: number; lastAnswer: number | null }[];
  scenario: { next: string | null; api: { times: number } | null };
}

/** Creates a folder for a test file's sandbox data; `remove` deletes it. */
export async function createSandboxFolder(): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  return { file: join(folder, 'sandbox.jsonl'), remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function startStandaloneSandbox(dataFile: string, speed = 18_000): Promise<StandaloneSandbox> {
  const webhooks: ReceivedWebhook[] = [];
  let code = 200;
  let nowMs = Date.now();
  const shop = Fastify();
  shop.post('/hook', async (request, reply) => {
    const hash = request.headers['verif-hash'];
    webhooks.push({ hash: String(hash), body: request.body as Record<string, unknown> });
    return reply.code(code).send({});
  });
  const shopUrl = await shop.listen({ port: 0, host: '127.0.0.1' });

  const server = Fastify();
  let url = '';
  const keys = { secretKey: SANDBOX_TEST_API_KEY, secretHash: SANDBOX_TEST_WEBHOOK_HASH };
  server.register(paymentSandboxPlugin, {
    dataFile,
    simulator: createFlutterwaveSimulator(keys),
    pageOrigin: () => url,
    webhookUrl: () => `${shopUrl}/hook`,
    now: () => nowMs,
    speed,
    hasControls: true,
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });

  return {
    url,
    provider: flutterwaveProvider.open({ ...keys, baseUrl: url }, { hasSandbox: true }),
    hastyProvider: flutterwaveProvider.open(
      { ...keys, baseUrl: url },
      { hasSandbox: true, lookupTimeoutMs: 600 },
    ),
    webhooks,
    answerWith: (next) => {
      code = next;
    },
    advance: (ms) => {
      nowMs += ms;
    },
    press: (link, form) =>
      fetch(link, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
    control: async (path, body) => {
      const isRead = path === '/sandbox/transactions';
      const answer = await fetch(url + path, {
        method: isRead ? 'GET' : 'POST',
        ...(isRead
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
      });
      return { status: answer.status, body: (await answer.json()) as SandboxReport };
    },
    stop: async () => {
      await server.close();
      await shop.close();
    },
  };
}

export function createSandboxCheckoutBody(reference: string, amountKobo = 150_000) {
  return {
    reference,
    amountKobo,
    redirectUrl: 'http://127.0.0.1:4000/api/payment/callback',
    customer: { email: 'amaka@example.com', name: 'Amaka Okafor', phone: '+2348031234567' },
    title: 'Ajora',
    description: 'Order of 2 items',
    paymentId: '0190c1f2-0000-7000-8000-000000000001',
    userId: '0190c1f2-0000-7000-8000-000000000002',
    sessionMinutes: 30,
  };
}

/** Opens a checkout. @returns its link. @throws when the sandbox refuses. */
export async function openSandboxCheckout(
  sandbox: StandaloneSandbox,
  reference: string,
  amountKobo?: number,
): Promise<string> {
  const result = await sandbox.provider.createCheckout(createSandboxCheckoutBody(reference, amountKobo));
  if (!result.ok) throw new Error(result.reason);
  return result.link;
}
