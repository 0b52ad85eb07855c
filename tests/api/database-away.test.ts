import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { Cart } from '#contract/schemas/cart.ts';
import { createAndCheckDataFolder } from '../../server/db/embedded/data-folder.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { createPaymentReference } from '../../server/features/payments/reference.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { callShopApi, createShopperAccount, TestShopper } from '../support/shopper.ts';

const folder = mkdtempSync(join(tmpdir(), 'database-away-'));
const dataFolder = createAndCheckDataFolder(join(folder, 'cluster'));
let postgres: EmbeddedPostgres;
let shop: TestShop;
let shopper: TestShopper;

beforeAll(async () => {
  postgres = await openEmbeddedPostgres({ dataFolder });
  shop = await startTestShop({ databaseUrl: postgres.connectionString, env: { LOG_LEVEL: 'info' } });
  shopper = await TestShopper.signUp(shop.url);
  // The shop answers before its start is finished; the tests wait for the end of the start.
  while (!shop.logs().includes('is open at')) await pause(50);
});
afterAll(async () => {
  await shop?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PAGES = [
  '/',
  '/product/yam-tubers-set-of-10',
  '/listing/yam-tubers-set-of-10',
  '/about',
  '/cart',
  '/signin',
  '/no-such-page',
];

const openAgain = async (): Promise<void> => {
  postgres = await openEmbeddedPostgres({ dataFolder, port: postgres.port });
};
const isReady = () => fetch(`${shop.url}/readyz`).then((answer) => answer.status);
const logLines = (from: number) =>
  shop
    .logs()
    .slice(from)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: string; msg?: string; what?: string });

async function expectRefusal(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await shopper.call<ApiErrorBody>(method, path, { body });
  const { status, headers } = answer;
  expect({ path, status, retryAfter: headers.get('retry-after') }).toEqual({
    path,
    status: 503,
    retryAfter: '5',
  });
  expect(answer.body).toEqual({
    success: false,
    message: 'Something went wrong. Please try again later.',
    msg: 'Something went wrong. Please try again later.',
    code: 'unavailable',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
}

async function expectPlainPage(path: string, headers?: Record<string, string>): Promise<void> {
  const answer = await callShopApi<string>(shop.url, 'GET', path, { headers });
  expect({ path, status: answer.status }).toEqual({ path, status: 503 });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toContain('<h1>Something went wrong</h1>');
  expect(answer.body).not.toMatch(/ECONNREFUSED|\bat \w+|<script/);
}

describe('a shop whose database was stopped', () => {
  let logsFrom = 0;

  it('answers every page with a plain one that says so, and stays up', async () => {
    logsFrom = shop.logs().length;
    await postgres.stop();
    await expect.poll(isReady).toBe(503);
    // The shop may still serve a page without data until it has confirmed that the database is away.
    await expect.poll(() => shop.logs().slice(logsFrom)).toContain('The database is unavailable');
    for (const path of PAGES) await expectPlainPage(path);
    for (const path of PAGES) await expectPlainPage(path);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  });

  it('shows the plain page to somebody who comes back from the card page', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const reference = createPaymentReference(new Date());
    await expectPlainPage(`/api/payment/callback?tx_ref=${reference}&status=successful`, { accept });
  });

  it('answers every call with its own body and says when to come again', async () => {
    for (const path of ['/api/products', '/api/cart', '/api/wallet', '/api/notifications', '/api/config']) {
      await expectRefusal('GET', path);
    }
    await expectRefusal('POST', '/api/auth/login', { email: 'a@example.com', password: 'market day 7' });
    await expectRefusal('POST', '/api/auth/signup', createShopperAccount());
    await expectRefusal('DELETE', '/api/cart/clear');
  });

  it('is whole again by itself, and has said in one line each what happened', async () => {
    await openAgain();
    await expect.poll(isReady).toBe(200);
    expect((await fetch(`${shop.url}/`)).status).toBe(200);
    expect((await fetch(`${shop.url}/cart`)).status).toBe(200);
    expect((await shopper.call('GET', '/api/wallet')).status).toBe(200);
    const told = () => logLines(logsFrom).filter((line) => line.msg !== 'answered');
    await expect
      .poll(() => told().map(({ level, msg }) => `${level}: ${msg}`))
      .toEqual([
        expect.stringMatching(/^warn: .* ALARM database_away: /),
        expect.stringMatching(/^error: The database is unavailable: /),
        expect.stringMatching(/^info: The database is back after \d+ s\.$/),
        expect.stringMatching(/^warn: .* OVER database_away: /),
      ]);
    expect(shop.logs().slice(logsFrom)).not.toContain('"stack"');
  });
});

describe('a write that was cut by the loss of the database', () => {
  it('is done under its key as soon as the database is back', async () => {
    await openAgain();
    await expect.poll(isReady).toBe(200);
    const key = randomUUID();
    const body = { productId: await findProductId(shop, 'semovita-10kg'), quantity: 1 };
    const add = () => shopper.call('POST', '/api/cart/add', { key, body });
    const holder = new pg.Client({
      connectionString: postgres.superuserConnectionString.replace(/postgres$/, 'ajora'),
    });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE cart_items IN ACCESS EXCLUSIVE MODE');
    const cut = add();
    await expect
      .poll(async () => (await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted`)).rowCount)
      .toBeGreaterThan(0);
    await postgres.stop();
    expect((await cut).status).toBe(503);
    await openAgain();
    await expect.poll(isReady).toBe(200);
    // The key of a dead worker would be free only after a minute, but this worker is alive.
    await expect.poll(async () => (await add()).status, { timeout: 20_000 }).toBe(200);
    expect((await shopper.must<Cart>('GET', '/api/cart')).items).toMatchObject([{ quantity: 1 }]);
  });
});

describe('a shop that is refused a database connection for another reason', () => {
  const asSuperuser = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: postgres.superuserConnectionString });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  beforeAll(async () => {
    await openAgain();
    // The shop answers a moment before it logs that the database is back; a loss in between belongs to the same outage.
    const count = (words: string) => shop.logs().split(words).length;
    await vi.waitFor(
      () => expect(count('The database is unavailable')).toBe(count('The database is back after')),
      { timeout: 20_000 },
    );
  });
  const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ajora'`;
  afterEach(() => asSuperuser('ALTER ROLE ajora CONNECTION LIMIT -1'));

  it('lives through too many connections, and serves again as soon as there is one', async () => {
    await asSuperuser('ALTER ROLE ajora CONNECTION LIMIT 0');
    const logsFrom = shop.logs().length;
    await asSuperuser(endConnections);
    await expect
      .poll(() => shop.logs().slice(logsFrom))
      .toContain('The database is unavailable: too many conn');
    expect(await isReady()).toBe(503);
    await expectPlainPage('/');
    await expectRefusal('GET', '/api/wallet');
    await asSuperuser('ALTER ROLE ajora CONNECTION LIMIT -1');
    await expect.poll(isReady).toBe(200);
    expect((await fetch(`${shop.url}/`)).status).toBe(200);
    await expect.poll(() => shop.logs().slice(logsFrom)).toContain('The database is back after');
  });

  it('keeps serving when only its open connections are cut', async () => {
    const logsFrom = shop.logs().length;
    await asSuperuser(endConnections);
    await expect.poll(async () => (await fetch(`${shop.url}/`)).status).toBe(200);
    await expect
      .poll(() => logLines(logsFrom).map((line) => line.msg))
      .toContainEqual(expect.stringMatching(/^A database connection was lost/));
    expect(shop.logs().slice(logsFrom)).not.toContain('The database is unavailable');
  });
});
