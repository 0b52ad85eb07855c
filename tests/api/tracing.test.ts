import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBuiltShop } from '../support/built-shop.ts';
import { setScenario } from '../support/card-page.ts';
import { findFreePort } from '../support/free-port.ts';
import type { Shop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
  takeAll,
} from '../support/trace-collector.ts';
import { buyByCard } from '../support/traced-shopper.ts';

describe('a shop that is told where its traces go', () => {
  const KEY = 'a key of the collector';
  let collector: TraceCollector;
  let shop: Shop;
  beforeAll(async () => {
    collector = await startTraceCollector();
    shop = await openBuiltShop({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${encodeURIComponent(KEY)}`,
      OTEL_SERVICE_NAME: 'market',
      LOG_LEVEL: 'info',
    });
    // The way back from the card page is the first to ask.
    await setScenario(shop.url, { webhook: { drop: true } });
  });
  afterAll(async () => {
    await shop?.close();
    await collector?.close();
  });

  /** The names from the first span of its trace down to this one. */
  function wayTo(span: CollectedSpan, spans: ReadonlyMap<string, CollectedSpan>): string {
    const parent = spans.get(span.parentSpanId ?? '');
    return parent ? `${wayTo(parent, spans)} > ${span.name}` : span.name;
  }

  /** In ms. */
  const lasted = (span: CollectedSpan): number =>
    Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;

  it('sends a purchase as one trace, and nothing of whose it is', async () => {
    const { buyer, secrets } = await buyByCard(shop);
    const ofPurchase = () => collector.spans().filter(({ traceId }) => traceId === buyer.traceId);
    await expect
      .poll(() => ofPurchase().map(({ name }) => name))
      .toContain('GET /api/payment/status/:reference');
    const spans = new Map(ofPurchase().map((span) => [span.spanId, span]));
    const first = [...spans.values()].filter(({ parentSpanId }) => parentSpanId === buyer.spanId);
    expect(first.map(({ name }) => name).sort()).toEqual([
      'GET /api/payment/callback',
      'GET /api/payment/status/:reference',
      'POST /api/cart/add',
      'POST /api/payment/initialize',
    ]);
    // Each other one is a part of one of these.
    for (const span of spans.values())
      if (!first.includes(span)) expect(spans.has(span.parentSpanId ?? '')).toBe(true);
    const ways = [...spans.values()].map((span) => wayTo(span, spans));
    expect(ways).toContain('POST /api/payment/initialize > provider checkout');
    expect(ways).toContain('GET /api/payment/callback > provider verify_by_id');
    for (const { name } of first)
      expect(ways.join('\n')).toMatch(new RegExp(`^${name} > (transaction > )?(SELECT|INSERT|UPDATE) `, 'm'));

    const sent = collector
      .requests()
      .map(({ body }) => body)
      .join();
    for (const secret of secrets) expect(sent).not.toContain(secret);
    const keys = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].sort()).toEqual([
      'ajora.request_id',
      'ajora.verdict',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'messaging.batch.message_count',
    ]);
  });

  it('keeps the trace of a request whose body comes late', async () => {
    const { buyer } = await buyByCard(shop);
    const call = request(`${shop.url}/api/auth/logout`, {
      method: 'POST',
      headers: {
        ...buyer.headers,
        authorization: `Bearer ${buyer.session.token}`,
        'content-type': 'application/json',
        // The shop has begun with it before the body is sent.
        expect: '100-continue',
      },
    });
    call.flushHeaders();
    await once(call, 'continue');
    call.end('{}');
    await once(call, 'response');
    const named = () => collector.spans().filter((span) => span.traceId === buyer.traceId);
    await expect.poll(() => named().map(({ name }) => name)).toContain('POST /api/auth/logout');
    const whole = named().find(({ name }) => name === 'POST /api/auth/logout');
    expect(named().filter(({ parentSpanId }) => parentSpanId === whole?.spanId)).not.toEqual([]);
  });

  it('sends what the outbox told and no run that found nothing', async () => {
    const named = (name: string) => collector.spans().filter((span) => span.name === name);
    await expect.poll(() => named('outbox join')).not.toEqual([]);
    const spans = new Map(collector.spans().map((span) => [span.spanId, span]));
    const ways = [...spans.values()].map((span) => wayTo(span, spans));
    expect(ways).toContain('job outbox > transaction > outbox join');
    const parents = new Set([...spans.values()].map(({ parentSpanId }) => parentSpanId));
    const runs = [...spans.values()].filter(({ name }) => name.startsWith('job '));
    for (const { name, parentSpanId } of runs) expect([name, parentSpanId]).toEqual([name, undefined]);
    // On a busy machine one that only looks may take long enough to be told.
    const idle = runs.filter((run) => !parents.has(run.spanId) && lasted(run) < 990);
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  it('says who it is and shows the collector its key', async () => {
    for (const { path, headers } of collector.requests())
      expect([path, headers['x-key']]).toEqual(['/v1/traces', KEY]);
    expect(collector.resources()[0]).toEqual({
      'service.name': 'market',
      'service.instance.id': expect.stringMatching(new RegExp(`:${shop.port}$`)),
    });
  });

  it('tells once that the collector refuses, once that it takes traces again, and sells meanwhile', async () => {
    const linesOf = (text: string) => shop.logs().split(text).length - 1;
    const refused = collector.requests().length;
    collector.answerWith((response) => response.writeHead(500).end());
    await buyByCard(shop);
    await expect.poll(() => linesOf('Traces are lost')).toBe(1);
    await expect
      .poll(async () => {
        await findProductId(shop, 'semovita-10kg');
        return collector.requests().length - refused;
      })
      .toBeGreaterThan(2);
    collector.answerWith(takeAll);
    await findProductId(shop, 'semovita-10kg');
    await expect.poll(() => linesOf('takes traces again')).toBe(1);
    expect(linesOf('Traces are lost')).toBe(1);
  });

  it('sends what waits before it ends', async () => {
    const { buyer } = await buyByCard(shop);
    expect(await shop.stop()).toBe(0);
    const names = collector.spans().flatMap(({ traceId, name }) => (traceId === buyer.traceId ? [name] : []));
    expect(names).toContain('GET /api/payment/status/:reference');
  });
});

it('sends only its share, by the name of a trace', async () => {
  const collector = await startTraceCollector();
  const shop = await openBuiltShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  });
  try {
    const [inShare, beyond] = [`${'0'.repeat(31)}1`, `f${'0'.repeat(31)}`];
    await buyByCard(shop, inShare);
    await buyByCard(shop, beyond);
    await shop.stop();
    const sent = new Set(collector.spans().map(({ traceId }) => traceId));
    expect([sent.has(inShare), sent.has(beyond)]).toEqual([true, false]);
  } finally {
    await shop.close();
    await collector.close();
  }
});

describe('a collector that is not there', () => {
  it.each(['is gone', 'never answers'])('and %s changes nothing', async (kind) => {
    const collector = kind === 'is gone' ? null : await startTraceCollector();
    collector?.answerWith(() => undefined);
    const url = collector?.url ?? `http://127.0.0.1:${await findFreePort()}`;
    const shop = await openBuiltShop({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    try {
      await buyByCard(shop);
      await expect.poll(() => shop.logs()).toContain('Traces are lost');
      await buyByCard(shop);
      expect(await shop.stop()).toBe(0);
      expect(shop.logs().split('Traces are lost')).toHaveLength(2);
    } finally {
      await shop.close();
      await collector?.close();
    }
  });
});

describe('without the setting', () => {
  /** The files of the build that a shop runs from its start to its end. */
  async function filesRun(env: Record<string, string>): Promise<string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'tracing-run-'));
    try {
      const shop = await openBuiltShop({ ...env, NODE_V8_COVERAGE: folder });
      await shop.close();
      const [report = ''] = await readdir(folder);
      const { result } = JSON.parse(await readFile(join(folder, report), 'utf8')) as {
        result: { url: string }[];
      };
      return result.map(({ url }) => basename(url));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('nothing of it is loaded', async () => {
    const plain = await filesRun({});
    expect(plain).toContain('main.mjs');
    expect(plain).not.toContain('tracing.mjs');
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await findFreePort()}`;
    expect(await filesRun({ OTEL_EXPORTER_OTLP_ENDPOINT })).toContain('tracing.mjs');
  });
});
