import type { FastifyInstance, FastifySchema } from 'fastify';
import { controlRoutes } from './control-routes.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { createSandboxBank } from './sandbox-bank.ts';
import { openSandboxStore } from './sandbox-store.ts';
import { cardPagePath, type SandboxWire } from './sandbox-wire.ts';
import { createWebhookCourier } from './webhook-courier.ts';

export interface SandboxOptions {
  /** The sandbox's own data file; made when missing. */
  dataFile: string;
  wire: SandboxWire;
  /** Origin under which a browser reaches this server. Asked late: the port may be chosen by the system. */
  pageOrigin: () => string;
  /** Where the shop takes webhooks. */
  webhookUrl: () => string;
  /** The shop's clock in epoch milliseconds: card sessions follow it. */
  now: () => number;
  /** Divides the 30 minutes between two webhook tries. */
  speed: number;
  /** Its strings can be pulled on this machine: not where a proxy lends this machine's address to everybody. */
  hasControls: boolean;
}

/**
 * A stand-in for the card provider: a bank, its card page, and on the wire what that provider would say. The shop talks
 * to it over HTTP like to the real one and knows nothing of its inside.
 *
 * @source payments.md
 */
export async function paymentSandbox(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  // The provider's API is no part of ours: it stays out of the OpenAPI document.
  app.addHook('onRoute', (route) => {
    const hidden: FastifySchema & { hide: boolean } = { ...route.schema, hide: true };
    route.schema = hidden;
  });
  const store = await openSandboxStore(options.dataFile);
  const bank = createSandboxBank(store, options.now);
  const courier = createWebhookCourier({ ...options, store, bank });

  const { wire, now, pageOrigin } = options;
  const pageOf = (sessionId: string): string => pageOrigin() + cardPagePath(sessionId);
  app.register(async (api) => wire.mountApi(api, { store, bank, pageOf, now, onWebhook: courier.wake }));
  app.register(hostedRoutes, { store, bank, wire, onPaid: courier.wake });
  if (options.hasControls) app.register(controlRoutes, { store, now, onWebhook: courier.wake });
  app.addHook('onListen', () => courier.start());
  app.addHook('preClose', () => courier.stop());
  app.addHook('onClose', () => store.close());
}
