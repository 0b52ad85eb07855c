import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../server/lib/clock.ts';
import type { ProviderSettings } from '../server/provider/chosen-provider.ts';
import type { PaymentProvider } from '../server/provider/provider.ts';
import { createProviderSimulator } from './chosen-simulator.ts';
import { paymentSandboxPlugin } from './provider/sandbox.ts';

interface SandboxSettings {
  dataDir: string;
  port: number;
  publicUrl: string;
  provider: ProviderSettings;
  sandbox: { isLocal: boolean; speed: number };
}

export async function mountPaymentSandbox(
  app: FastifyInstance,
  { config, clock, provider }: { config: SandboxSettings; clock: Clock; provider: PaymentProvider },
): Promise<void> {
  await app.register(paymentSandboxPlugin, {
    dataFile: join(config.dataDir, 'sandbox', 'payments.jsonl'),
    simulator: createProviderSimulator(config.provider),
    pageOrigin: () => config.publicUrl,
    webhookUrl: () => `${ownAddress(app, config.port)}/api/payment/webhook/${provider.name}`,
    now: () => clock.now().getTime(),
    speed: config.sandbox.speed,
    hasControls: config.sandbox.isLocal,
  });
}

/** Returns the loopback address at which this server can call itself, even when it listens on all interfaces. */
function ownAddress(app: FastifyInstance, configuredPort: number): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : configuredPort;
  const isIpv6Only = typeof address === 'object' && address?.address === '::1';
  return `http://${isIpv6Only ? '[::1]' : '127.0.0.1'}:${port}`;
}
