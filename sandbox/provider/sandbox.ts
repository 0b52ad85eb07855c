import type { FastifyInstance, FastifySchema } from 'fastify';
import { sandboxControlRoutes } from './control-routes.ts';
import { hostedCardPageRoutes } from './hosted-routes.ts';
import { buildCardPagePath, type ProviderSimulator } from './provider-simulator.ts';
import { createSimulatedBank } from './sandbox-bank.ts';
import { openSandboxStore } from './sandbox-store.ts';
import { createWebhookSender } from './webhook-sender.ts';

export interface PaymentSandboxOptions {
  /** Path of the data file, which is created when it is missing. */
  dataFile: string;
  simulator: ProviderSimulator;
  /** @returns this server's address for browsers. It is a function, because the system may choose the port later. */
  pageOrigin: () => string;
  /** The shop's webhook address. */
  webhookUrl: () => string;
  /** The shop's clock, epoch milliseconds. */
  now: () => number;
  /** Factor by which the 30 minutes between two attempts to send a webhook are shortened. */
  speed: number;
  /**
   * True: there are routes that control the simulation. Must be false behind a proxy, because all its requests seem
   * local.
   */
  hasControls: boolean;
}

/**
 * Simulates the card provider, which the shop calls over HTTP like the real provider.
 * @source payments.md
 */
export async function paymentSandboxPlugin(
  app: FastifyInstance,
  options: PaymentSandboxOptions,
): Promise<void> {
  // Hides the provider's API from the shop's OpenAPI document.
  app.addHook('onRoute', (route) => {
    const hidden: FastifySchema & { hide: boolean } = { ...route.schema, hide: true };
    route.schema = hidden;
  });
  const store = await openSandboxStore(options.dataFile);
  const bank = createSimulatedBank(store, options.now);
  const webhookSender = createWebhookSender({ ...options, store, bank });

  const { simulator, now, pageOrigin } = options;
  const pageOf = (sessionId: string): string => pageOrigin() + buildCardPagePath(sessionId);
  app.register(async (api) =>
    simulator.mountApi(api, { store, bank, pageOf, now, onWebhook: webhookSender.wake }),
  );
  app.register(hostedCardPageRoutes, { store, bank, simulator, onPaid: webhookSender.wake });
  if (options.hasControls) app.register(sandboxControlRoutes, { store, now, onWebhook: webhookSender.wake });
  app.addHook('onListen', () => webhookSender.start());
  app.addHook('preClose', () => webhookSender.stop());
  app.addHook('onClose', () => store.close());
}
