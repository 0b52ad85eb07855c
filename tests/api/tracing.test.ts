import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startShopFromBuild } from '../support/built-shop.ts';
import type { TestShop } from '../support/shop.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';
import { buyByCardAsTracedShopper } from '../support/traced-shopper.ts';

/** A built shop is started with OpenTelemetry's preload, as docs/deploy.md says. */

let collector: TraceCollector;
let shop: TestShop;
beforeAll(async () => {
  collector = await startTraceCollector();
  shop = await startShopFromBuild({
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../deploy/tracing.mjs')}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret',
    OTEL_SERVICE_NAME: 'market',
    OTEL_BSP_SCHEDULE_DELAY: '500',
  });
});
afterAll(async () => {
  await shop?.close();
  await collector?.close();
});

it('sends the calls of a purchase with their statements as one trace, and nothing of whose it is', async () => {
  const { buyer, secrets } = await buyByCardAsTracedShopper(shop);
  const spansOfPurchase = () => collector.spans().filter(({ traceId }) => traceId === buyer.traceId);
  await expect
    .poll(() => spansOfPurchase().map(({ name }) => name))
    .toContain('GET /api/payment/status/:reference');
  const requests = spansOfPurchase().filter(({ parentSpanId }) => parentSpanId === buyer.spanId);
  expect(requests.map(({ name }) => name).sort()).toEqual([
    'GET /api/payment/callback',
    'GET /api/payment/status/:reference',
    'POST /api/cart/add',
    'POST /api/payment/initialize',
  ]);
  for (const request of requests) {
    const statements = spansOfPurchase().filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(statements.map(({ name }) => name).join('\n')).toMatch(
      /^pg\.query:(SELECT|INSERT|UPDATE|WITH) [a-z_]+ /m,
    );
  }
  const sent = collector.requests().map(({ body }) => body);
  for (const secret of secrets) expect(sent.join()).not.toContain(secret);
});

it('names the shop and shows the collector its key', () => {
  for (const { path, headers } of collector.requests())
    expect([path, headers['x-key']]).toEqual(['/v1/traces', 'secret']);
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'market' });
});

it('sends what waits before it ends', async () => {
  const { buyer } = await buyByCardAsTracedShopper(shop);
  expect(await shop.stop()).toBe(0);
  const names = collector.spans().flatMap(({ traceId, name }) => (traceId === buyer.traceId ? [name] : []));
  expect(names).toContain('GET /api/payment/status/:reference');
});
