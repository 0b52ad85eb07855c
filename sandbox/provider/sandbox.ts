import type { FastifyInstance, FastifySchema } from 'fastify';
import { controlRoutes } from './control-routes.ts';
import { hostedRoutes } from './hosted-routes.ts';
import { createSandboxBank } from './sandbox-bank.ts';
import { openSandboxStore } from './sandbox-store.ts';
import { cardPagePath, type SandboxWire } from './sandbox-wire.ts';
import { createWebhookCourier } from './webhook-courier.ts';

export interface SandboxOptions {
  /** Data file, created when missing. */
  dataFile: string;
  wire: SandboxWire;
  /** Origin of this server for browsers; a function, because the system may choose the port later. */
  pageOrigin: () => string;
  /** The shop's webhook address. */
  webhookUrl: () => string;
  /** The shop's clock, epoch milliseconds. */
  now: () => number;
  /** Divides the 30 minutes between webhook attempts. */
  speed: number;
  /** Enables the control routes. Must be off behind a proxy, because all proxied requests seem local. */
  hasControls: boolean;
}

/**
 * Simulates the card provider: a bank, its card page and the provider's API. The shop calls it over HTTP, like the real
 * one.
 * @source payments.md
 */
export async function paymentSandbox(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  // Hides the provider's API from the shop's OpenAPI document.
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
