import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type AppDeps, buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/db/database.ts';
import { readOrCreateServerSecrets } from '../../server/db/server-secrets.ts';
import { createMetricsRegistry } from '../../server/metrics/metrics.ts';
import { createPaymentProvider } from '../../server/provider/create-provider.ts';
import { createTestDatabase } from './database.ts';
import { openSettableClock, type SettableClock } from './settable-clock.ts';

/** The test runs the real app on its own database. */
export interface TestApi {
  app: FastifyInstance;
  db: Database;
  deps: AppDeps;
  config: Config;
  connectionString: string;
  clock: SettableClock;
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Sends JSON as a signed-in shopper or as a visitor and reads the answer. */
  call<Reply = Record<string, unknown>>(request: TestApiRequest): Promise<TestApiResponse<Reply>>;
  close(): Promise<void>;
}

export interface TestApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  body?: object;
  /** Access token. */
  token?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface TestApiResponse<Reply> {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: Reply;
}

export interface TestApiOptions {
  /** Overrides the sandbox's default environment variables. */
  env?: Record<string, string>;
  /** Without a port the app listens nowhere. Card payments need one, because the card sandbox is called over HTTP. */
  port?: number;
  /** Replaces the app's sandbox provider. */
  provider?: AppDeps['provider'];
  /** Replaces the owner's database connection. The caller closes it. */
  served?: (connectionString: string) => Promise<Database>;
  /** Enables the counters at `/metrics`. */
  hasMetrics?: boolean;
  /** Adds routes before the app is made ready. */
  extend?: (app: FastifyInstance, deps: AppDeps) => void;
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { db: owned, connectionString, close } = await createTestDatabase();
  const db = (await options.served?.(connectionString)) ?? owned;
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-api-'));
  const { port, env } = options;
  const ownPort = port === undefined ? {} : { PORT: String(port) };
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...ownPort, ...env });
  const clock = openSettableClock(db);
  const secrets = await readOrCreateServerSecrets(db);
  const provider = options.provider ?? createPaymentProvider(config);
  const deps: AppDeps = {
    config,
    db,
    clock,
    provider,
    secrets,
    ...(options.hasMetrics ? { metrics: createMetricsRegistry() } : {}),
  };
  const app = await buildApp(deps);
  options.extend?.(app, deps);
  await (port === undefined ? app.ready() : app.listen({ port, host: '127.0.0.1' }));
  return {
    app,
    db,
    deps,
    config,
    connectionString,
    clock,
    inject: (request) => app.inject(request),
    call: (request) => callTestApi(app, request),
    async close() {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function callTestApi<Reply>(
  app: FastifyInstance,
  request: TestApiRequest,
): Promise<TestApiResponse<Reply>> {
  const answer = await app.inject({
    method: request.method,
    url: request.url,
    headers: {
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...(request.idempotencyKey ? { 'idempotency-key': request.idempotencyKey } : {}),
      ...request.headers,
    },
    ...(request.body ? { payload: request.body } : {}),
  });
  const body = answer.body === '' ? undefined : answer.json();
  return { status: answer.statusCode, headers: answer.headers, body: body as Reply };
}
