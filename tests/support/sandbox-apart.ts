import Fastify from 'fastify';
import { createFlutterwaveSimulator } from '../../sandbox/flutterwave/flutterwave-sandbox.ts';
import { paymentSandboxPlugin } from '../../sandbox/provider/sandbox.ts';
import { SANDBOX_TEST_API_KEY, SANDBOX_TEST_WEBHOOK_HASH } from './sandbox-alone.ts';

/** Starts the card sandbox as a separate server that sends its webhooks to the shop at this address. */
export async function startSandboxProcessForShop(
  shopUrl: string,
  dataFile: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = Fastify();
  let url = '';
  server.register(paymentSandboxPlugin, {
    dataFile,
    simulator: createFlutterwaveSimulator({
      secretKey: SANDBOX_TEST_API_KEY,
      secretHash: SANDBOX_TEST_WEBHOOK_HASH,
    }),
    pageOrigin: () => url,
    webhookUrl: () => `${shopUrl}/api/payment/webhook/flutterwave`,
    now: () => Date.now(),
    // A refused webhook is sent again after 18 s.
    speed: 100,
    hasControls: true,
  });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => server.close() };
}
