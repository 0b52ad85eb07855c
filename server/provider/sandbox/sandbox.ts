import type { FastifyInstance, FastifySchema } from 'fastify';
import { isTestKey } from '../flutterwave/flutterwave-settings.ts';
import { apiRoutes } from './api-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { createSandboxBank } from './sandbox-bank.ts';
import { openSandboxStore } from './sandbox-store.ts';
import { createWebhookCourier } from './webhook-courier.ts';

export interface SandboxOptions {
  /** The sandbox's own data file; made when missing. */
  dataFile: string;
  secretKey: string;
  secretHash: string;
  /** Origin under which a browser reaches this server. Asked late: the port may be chosen by the system. */
  pageOrigin: () => string;
  /** Where the shop takes webhooks. */
  webhookUrl: () => string;
  /** The shop's clock in epoch milliseconds: card sessions follow it. */
  now: () => number;
  /** Divides the 30 minutes between two webhook tries. */
  speed: number;
}

/**
 * A stand-in for the card provider with Flutterwave's HTTP shapes, mounted at `/v3/*` and `/sandbox/*`. The shop
 * talks to it over HTTP like to the real one and knows nothing of its inside.
 *
 * @throws {Error} when the key is not a test key: a live key must never meet the sandbox.
 * @source provider.md
 */
export async function paymentSandbox(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  if (!isTestKey(options.secretKey))
    throw new Error('The payment sandbox only starts with a test key (FLWSECK_TEST-…).');
  // The provider's API is no part of ours: it stays out of the OpenAPI document.
  app.addHook('onRoute', (route) => {
    const hidden: FastifySchema & { hide: boolean } = { ...route.schema, hide: true };
    route.schema = hidden;
  });
  const store = await openSandboxStore(options.dataFile);
  const bank = createSandboxBank(store, options.now);
  const courier = createWebhookCourier({ ...options, store, bank });

  app.register(apiRoutes, { ...options, store, bank, onWebhook: courier.wake });
  app.register(hostedRoutes, { store, bank, onPaid: courier.wake });
  app.register(controlRoutes, { store });
  app.addHook('onListen', () => courier.start());
  app.addHook('preClose', () => courier.stop());
  app.addHook('onClose', () => store.close());
}
