import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setSandboxScenario, submitCardPage } from '../support/card-page.ts';
import { startProviderCallCounter } from '../support/counted-provider-calls.ts';
import {
  type CountedRouteNames,
  type ShopCallCounter,
  startShopCallCounter,
} from '../support/counted-shop-calls.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import type { LoadProduct } from '../support/load.ts';
import { fetchMetricValues, type MetricValues } from '../support/read-metrics.ts';
import { SANDBOX_TEST_API_KEY, SANDBOX_TEST_WEBHOOK_HASH } from '../support/sandbox-alone.ts';
import { startSandboxProcessForShop } from '../support/sandbox-apart.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';

/** Only this process calls the new shop and counts the calls; `/metrics` must show the same numbers. */

const SHOPPERS = 12;
const ROUNDS = 5;
/** How the card payments end, in turn. `away` presses nothing, so the payment stays pending. */
const CARD_ENDS = ['success', 'decline', 'away', 'success', 'pay_twice'];
const ROUTES: CountedRouteNames = [
  [/^\/(readyz|metrics)$/],
  [/^\/api\/products\/$/, '/api/products/'],
  [/^\/api\/products\/slug\//, '/api/products/slug/:slug'],
  [/^\/api\/group\/product\//, '/api/group/product/:productId'],
  [/^\/api\/payment\/status\//, '/api/payment/status/:reference'],
  [/^\/product\/|^\/api\/no-such-call$/, '/*'],
  [/^\/api\//],
];

const provider = startProviderCallCounter();
let database: TestDatabase;
let folder: string;
let sandbox: Awaited<ReturnType<typeof startSandboxProcessForShop>>;
let calls: ShopCallCounter;
let shop: TestShop;
/** The sockets that are open at the end of the load. */
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'metrics-truth-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  calls = startShopCallCounter(url, ROUTES);
  sandbox = await startSandboxProcessForShop(url, join(folder, 'sandbox.jsonl'), provider.prepare);
  shop = await startTestShop({
    port,
    databaseUrl: database.connectionString,
    env: {
      FLW_BASE_URL: sandbox.url,
      FLW_SECRET_KEY: SANDBOX_TEST_API_KEY,
      FLW_SECRET_HASH: SANDBOX_TEST_WEBHOOK_HASH,
    },
  });
  await makeLoad();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await shop?.close();
  await sandbox?.close();
  calls?.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function makeLoad(): Promise<void> {
  const goods: LoadProduct[] = [
    { productId: await findProductId(shop, 'semovita-10kg') },
    { productId: await findProductId(shop, 'dried-crayfish-5kg'), unitName: 'bag-5kg' },
  ];
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, place) => {
      const shopper = await TestShopper.signUp(shop.url);
      if (place % 2 === 0) await adjustTestWallet(shop, shopper.id, 5_000_000);
      const opened = await openSockets(shopper, place);
      for (let round = 0; round < ROUNDS; round += 1) {
        const good = goods[(place + round) % goods.length] as LoadProduct;
        await lookAround(good);
        await buy(shopper, good, { place, round });
        await shopper.call('GET', '/api/cart');
        if (round === 2) opened.splice(0, 1)[0]?.close();
        if (place === 1 && round < 2) await trouble(round);
      }
      sockets.push(...opened);
    }),
  );
}

async function lookAround({ productId }: LoadProduct): Promise<void> {
  await callShopApi(shop.url, 'GET', '/api/products/?page=1');
  await callShopApi(shop.url, 'GET', '/api/products/slug/semovita-10kg');
  await callShopApi(shop.url, 'GET', '/api/products/slug/sold-by-nobody');
  await callShopApi(shop.url, 'GET', `/api/group/product/${productId}`);
  await callShopApi(shop.url, 'GET', '/product/semovita-10kg');
  await callShopApi(shop.url, 'GET', '/api/no-such-call');
  await callShopApi(shop.url, 'GET', '/api/cart');
  await callShopApi(shop.url, 'POST', '/api/auth/login', {
    body: { email: `nobody.${randomUUID()}@example.com`, password: 'not this one 7', platform: 'web' },
  });
}

/** Half of the shoppers pay from the wallet, the others by card; one of them has too little money. */
async function buy(
  shopper: TestShopper,
  good: LoadProduct,
  turn: { place: number; round: number },
): Promise<void> {
  const cart = await shopper.add(good.productId, 1, good.unitName);
  if (turn.place % 2 === 0 || turn.place === 11) {
    await shopper.payFor(cart, { method: 'wallet_only', walletNaira: cart.totalPrice });
    return;
  }
  const { body } = await shopper.payFor(cart, { method: 'flutterwave_only' });
  const end = CARD_ENDS[(turn.place + turn.round) % CARD_ENDS.length] as string;
  // When no card page was opened, the link leads back to the cart.
  if (!body.authorization_url?.startsWith(sandbox.url) || end === 'away') return;
  const callback = await submitCardPage(body.authorization_url, end);
  if (callback) await (await fetch(callback, { redirect: 'manual' })).text();
  await shopper.call('GET', `/api/payment/status/${body.reference}`);
}

/** Makes the provider unreachable or unreadable, and then lets it refuse checkouts. */
async function trouble(round: number): Promise<void> {
  await setSandboxScenario(sandbox.url, { api: { fail: round === 0 ? '503' : 'malformed', times: 3 } });
  provider.refuseCheckouts(2);
}

/** Opens sockets for two phones of a shopper, one of which polls, and one without a session. */
async function openSockets(shopper: TestShopper, place: number): Promise<Socket[]> {
  const open = (transports: string[], token?: string) =>
    io(shop.url, { auth: { token }, transports, forceNew: true, reconnection: false });
  const { token } = shopper.session;
  const own = [open(['websocket'], token), open([place % 3 === 0 ? 'polling' : 'websocket'], token)];
  await Promise.all(
    own.map((socket) => new Promise((resolve) => socket.once('connect', () => resolve(null)))),
  );
  const stranger = open(['websocket']);
  await new Promise((resolve) => stranger.once('connect_error', resolve));
  stranger.close();
  return own;
}

/** Collects the lines of one metric as `label label` → number. */
function figure(lines: MetricValues, name: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [line, value] of lines) {
    if (!line.startsWith(`${name}{`)) continue;
    found[[...line.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join(' ')] = value;
  }
  return found;
}

/** Polls until the metrics show what was counted before the poll; fails when they never do. Zeros are ignored. */
async function expectTold(
  name: string,
  truth: () => Record<string, number> | Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  const shown = (counts: Record<string, number>) =>
    Object.entries(counts)
      .flatMap(([label, count]) => (count === 0 ? [] : `${label}: ${count}`))
      .sort();
  let counted: Record<string, number> = {};
  await expect
    .poll(async () => {
      counted = await truth();
      const told = shown(figure(await fetchMetricValues(shop.url), name));
      const expected = shown(counted);
      const apart = (some: string[], others: string[]) => some.filter((line) => !others.includes(line));
      return { told: apart(told, expected), counted: apart(expected, told) };
    })
    .toEqual({ told: [], counted: [] });
  return counted;
}

const rowsOf = async (text: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await shop.db.query<{ name: string; value: number }>(text)).map(({ name, value }) => [name, value]),
  );
const sum = (counts: Record<string, number>, which: RegExp) =>
  Object.entries(counts).reduce((total, [name, count]) => (which.test(name) ? total + count : total), 0);

it('every request since its start, by route, method and status', async () => {
  const counted = await expectTold('ajora_http_requests_total', calls.counts);
  process.stdout.write(
    `told as counted: ${sum(counted, /./)} requests of ${Object.keys(counted).length} kinds\n`,
  );
  // Checks that the load has made the calls that it was meant to make.
  expect(sum(counted, /^POST \/api\/auth\/login 4/)).toBe(SHOPPERS * ROUNDS);
  expect(counted['GET /* 404']).toBe(SHOPPERS * ROUNDS);
  expect(sum(counted, /^POST \/api\/payment\/initialize 200/)).toBeGreaterThan(SHOPPERS * 2);
  expect(sum(counted, /^POST \/api\/payment\/initialize [45]/)).toBeGreaterThan(0);
  expect(sum(counted, /^POST \/api\/payment\/webhook/)).toBeGreaterThan(0);
  const seconds: Record<string, number> = {};
  for (const [name, count] of Object.entries(counted)) {
    const kind = name.replace(/ \d+$/, '');
    seconds[kind] = (seconds[kind] ?? 0) + count;
  }
  const lines = await fetchMetricValues(shop.url);
  delete seconds['GET /metrics'];
  expect(figure(lines, 'ajora_http_request_seconds_count')).toMatchObject(seconds);
});

it('every call to the card provider, by how it ended on the line', async () => {
  const counted = await expectTold('ajora_provider_calls_total', provider.counts);
  process.stdout.write(
    `told as counted: ${sum(counted, /./)} calls to the provider, ${JSON.stringify(counted)}\n`,
  );
  expect(counted['checkout refused']).toBeGreaterThan(1);
  expect(sum(counted, / unknown$/)).toBeGreaterThan(1);
});

it('every row that the outbox has worked off, and what waits', async () => {
  const done = `SELECT topic AS name, count(*)::int AS value FROM outbox WHERE done_at IS NOT NULL GROUP BY topic`;
  const counted = await expectTold('ajora_outbox_done_total', () => rowsOf(done));
  process.stdout.write(
    `told as counted: ${sum(counted, /./)} rows of the outbox, ${JSON.stringify(counted)}\n`,
  );
  expect(counted.notice).toBeGreaterThan(SHOPPERS);
  await expectTold('ajora_outbox_waiting', () =>
    rowsOf(
      'SELECT topic AS name, count(*)::int AS value FROM outbox WHERE done_at IS NULL AND dead_at IS NULL GROUP BY topic',
    ),
  );
});

it('the money in flight', async () => {
  const inFlight = (what: string) => () =>
    rowsOf(
      `SELECT status AS name, ${what}::float8 AS value FROM payments WHERE status IN ('created', 'pending') GROUP BY status`,
    );
  const counted = await expectTold('ajora_payments_in_flight', inFlight('count(*)'));
  expect(counted.pending).toBeGreaterThan(0);
  await expectTold('ajora_payments_in_flight_kobo', inFlight('sum(card_kobo)'));
});

it('the sockets of shoppers, and no stranger among them', async () => {
  const look = async () => (await fetchMetricValues(shop.url)).get('ajora_sockets');
  expect(sockets.every(({ connected }) => connected)).toBe(true);
  await expect.poll(look).toBe(SHOPPERS * 2 - SHOPPERS);
  // Opens a connection that never sends its session.
  get(`${shop.url}/socket.io/?EIO=4&transport=polling`, (answer) => answer.resume());
  await expect.poll(async () => (await fetchMetricValues(shop.url)).get('ajora_sockets_unproven')).toBe(1);
  expect(await look()).toBe(SHOPPERS);
  for (const socket of sockets.splice(0)) socket.close();
  await expect.poll(look).toBe(0);
});
