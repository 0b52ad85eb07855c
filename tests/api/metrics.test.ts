import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { fetchMetricValues, type MetricValues } from '../support/read-metrics.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';

const TOKEN = 'a-token-that-nobody-guesses';
const bearer = { authorization: `Bearer ${TOKEN}` };

let database: TestDatabase;
let shop: TestShop;
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startTestShop({ databaseUrl: database.connectionString, env: { METRICS_TOKEN: TOKEN } });
});
afterAll(async () => {
  await shop?.close();
  await database?.close();
});

const look = () => fetchMetricValues(shop.url);

/** The calls between the shop and its own card sandbox, which go over HTTP. */
const OWN_CALLS = /^\/(v3|api\/payment\/webhook)\//;

/** Counts the answers between two reads of the metrics by `method route status`, without the reads themselves. */
function answeredBetween(before: MetricValues, after: MetricValues): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [line, count] of after) {
    const found = /^ajora_http_requests_total\{method="(.*)",route="(.*)",status="(.*)"\}$/.exec(line);
    const more = count - (before.get(line) ?? 0);
    const route = found?.[2] ?? '';
    if (found && more > 0 && route !== '/metrics' && !OWN_CALLS.test(route))
      counts[found.slice(1).join(' ')] = more;
  }
  return counts;
}

/** Makes the calls of eight visitors at the same time, again and again. @returns the counts of this script. */
async function makeLoad(): Promise<Record<string, number>> {
  const shopper = await TestShopper.signUp(shop.url);
  const truth: Record<string, number> = { 'POST /api/auth/signup 201': 1 };
  const calls: [method: string, path: string, route: string, signedIn?: boolean][] = [
    ['GET', '/', '/*'],
    ['GET', '/api/products/?page=1', '/api/products/'],
    ['GET', '/api/products/slug/semovita-10kg', '/api/products/slug/:slug'],
    ['GET', '/api/cart', '/api/cart', true],
    ['GET', '/api/cart', '/api/cart'],
    ['GET', '/api/no-such-call', '/*'],
    ['POST', '/api/auth/login', '/api/auth/login'],
    ['GET', '/healthz', '/healthz'],
  ];
  const visitor = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) {
      for (const [method, path, route, signedIn] of calls) {
        const headers: Record<string, string> = signedIn
          ? { authorization: `Bearer ${shopper.session.token}` }
          : {};
        const body = method === 'POST' ? { email: 'nobody@example.com', password: 'wrong' } : undefined;
        const { status } = await callShopApi(shop.url, method, path, { headers, body });
        const name = `${method} ${route} ${status}`;
        truth[name] = (truth[name] ?? 0) + 1;
      }
      if (turn % 4 === 0) await look();
    }
  };
  await Promise.all(Array.from({ length: 8 }, visitor));
  return truth;
}

describe('what is told under load', () => {
  it('equals what the load has counted itself, by route, method and status', async () => {
    const before = await look();
    const truth = await makeLoad();
    expect(Object.values(truth).reduce((sum, count) => sum + count)).toBe(8 * 12 * 8 + 1);
    await expect.poll(async () => answeredBetween(before, await look())).toEqual(truth);
    const after = await look();
    const product = 'method="GET",route="/api/products/"';
    expect(after.get(`ajora_http_request_seconds_count{${product}}`)).toBe(
      after.get(`ajora_http_requests_total{${product},status="200"}`),
    );
    expect(after.get(`ajora_http_request_seconds_bucket{le="+Inf",${product}}`)).toBe(
      after.get(`ajora_http_request_seconds_count{${product}}`),
    );
  });

  it('names no file, no id and no address in a label', async () => {
    await callShopApi(shop.url, 'GET', '/manifest.webmanifest');
    const page = String((await callShopApi(shop.url, 'GET', '/')).body);
    const asset = /\/assets\/[\w.-]+/.exec(page)?.[0] as string;
    expect((await callShopApi(shop.url, 'GET', asset)).status).toBe(200);
    const lines = [...(await look()).keys()].filter((line) => line.startsWith('ajora_'));
    expect(lines.join('\n')).toContain('route="file"');
    expect(lines.filter((line) => /assets|[0-9a-f]{8}-[0-9a-f]{4}|127\.0/.test(line))).toEqual([]);
  });
});

describe('the state of the shop', () => {
  it('tells connections, jobs and the database', async () => {
    const lines = await look();
    expect(lines.get('ajora_database_up')).toBe(1);
    expect(lines.get('ajora_database_connections{pool="request",state="waiting"}')).toBe(0);
    expect(lines.get('ajora_database_connections{pool="job",state="total"}')).toBeGreaterThan(0);
    const runs = await shop.db.query<{ job: string }>('SELECT job FROM job_runs');
    for (const { job } of runs) expect(lines.has(`ajora_job_failures_total{job="${job}"}`)).toBe(true);
    expect(runs.length).toBeGreaterThan(10);
  });

  it('tells what waits, what was given up and for how long', async () => {
    await shop.db.query(
      `INSERT INTO outbox (topic, dedupe_key, payload, dead_at, available_at) VALUES
         ('notice', 'dead-1', '{}', now(), now()), ('notice', 'dead-2', '{}', now(), now()),
         ('progress', 'later', '{}', NULL, now() + interval '1 hour')`,
    );
    const lines = await look();
    expect(lines.get('ajora_outbox_dead{topic="notice"}')).toBe(2);
    expect(lines.get('ajora_outbox_waiting{topic="progress"}')).toBe(1);
    expect(lines.get('ajora_outbox_oldest_seconds{topic="progress"}')).toBe(0);
    expect(lines.get('ajora_outbox_dead{topic="join"}')).toBe(0);
    await shop.db.query(`DELETE FROM outbox WHERE dedupe_key IN ('dead-1', 'dead-2', 'later')`);
  });

  it('tells the calls to the provider and the sockets', async () => {
    const before = await look();
    const checkouts = 'ajora_provider_calls_total{call="checkout",verdict="ok"}';
    const shopper = await TestShopper.signUp(shop.url);
    const cart = await shopper.add(await findProductId(shop, 'semovita-10kg'), 1);
    expect((await shopper.payFor(cart, { method: 'flutterwave_only' })).status).toBe(200);
    const after = await look();
    expect(after.get(checkouts)).toBe((before.get(checkouts) ?? 0) + 1);
    const socket = io(shop.url, { auth: { token: shopper.session.token }, transports: ['websocket'] });
    try {
      await expect.poll(async () => (await look()).get('ajora_sockets')).toBe(1);
    } finally {
      socket.close();
    }
    await expect.poll(async () => (await look()).get('ajora_sockets')).toBe(0);
  });
});

describe('who may look', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    callShopApi<{ requestId?: string }>(shop.url, 'GET', path, { headers });

  it('who comes through a proxy sees an address that is not there, whatever it says of itself', async () => {
    const unknown = await ask('/metrics/none', { 'x-forwarded-for': '127.0.0.1' });
    const strangers: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-real-ip': '::1' },
      { 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer not-this-one-at-all' },
      { authorization: 'Bearer not-this-one-at-all' },
    ];
    for (const headers of strangers) {
      const answer = await ask('/metrics', headers);
      expect(answer.status).toBe(404);
      expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
  });

  it('the token opens it through a proxy', async () => {
    const lines = await fetchMetricValues(shop.url, { ...bearer, 'x-forwarded-for': '203.0.113.9' });
    expect(lines.get('ajora_database_up')).toBe(1);
  });

  it('a shop behind a proxy on its own machine believes no forged address', async () => {
    const other = await startTestShop({
      databaseUrl: database.connectionString,
      port: await findFreePort(),
      env: { TRUST_PROXY: 'loopback', STOP_DRAIN_SECONDS: '0' },
    });
    try {
      for (const address of ['127.0.0.1', '::1', '203.0.113.9']) {
        const answer = await callShopApi(other.url, 'GET', '/metrics', {
          headers: { 'x-forwarded-for': address },
        });
        expect(answer.status).toBe(404);
      }
      // A shop that has no token accepts none.
      expect(
        (await callShopApi(other.url, 'GET', '/metrics', { headers: { ...bearer, via: '1.1 x' } })).status,
      ).toBe(404);
      expect((await fetchMetricValues(other.url)).get('ajora_database_up')).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('another machine needs the token', async () => {
    const api = await startTestApi({ env: { METRICS_TOKEN: TOKEN }, hasMetrics: true });
    try {
      const from = (remoteAddress: string, headers = {}) =>
        api.inject({ method: 'GET', url: '/metrics', remoteAddress, headers });
      expect((await from('10.0.0.7')).statusCode).toBe(404);
      expect((await from('10.0.0.7', bearer)).statusCode).toBe(200);
      expect((await from('::ffff:127.0.0.1')).statusCode).toBe(200);
    } finally {
      await api.close();
    }
  });

  it('a token that could be guessed is refused at the start', async () => {
    await expect(startTestApi({ env: { METRICS_TOKEN: 'short' } })).rejects.toThrow(/METRICS_TOKEN/);
  });
});
