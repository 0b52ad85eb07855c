import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { readSandboxProviderState } from '../support/card-page.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import type { TestShop } from '../support/shop.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';
import { type Deployment, deploy } from './deployment.ts';
import { buySteadily, isOurRefusal, noExperience } from './steady-shopper.ts';

/**
 * `npm run test:deploy`. It asserts seconds, which other tests on the machine would change, so `npm test` leaves it
 * out.
 */

const SHOPS = 3;
const SHOPPERS = 20;
const AWAY_MS = 20_000;
const READY_WITHIN_MS = 5_000;
const PAGES = ['/', '/product/semovita-10kg', '/cart'];

let deployed: Deployment;
const seen = noExperience();
/** For each shop the time from when the database accepts connections until the shop is ready. */
let readyAfterMs: number[] = [];
/** The health that shops reported and how they answered pages while the database was away. */
const meanwhile = {
  readiness: new Set<number>(),
  health: new Set<number>(),
  pages: 0,
  wrongPages: [] as string[],
};

beforeAll(async () => {
  deployed = await deploy(SHOPS);
  const shop = deployed.shops[0] as TestShop;
  const shoppers: TestShopper[] = [];
  for (let place = 0; place < SHOPPERS; place += 1) shoppers.push(await TestShopper.signUp(deployed.url));
  for (const shopper of shoppers.filter(paysFromWallet)) await adjustTestWallet(shop, shopper.id, 5_000_000);
  const goods = [
    { productId: await findProductId(shop, 'semovita-10kg') },
    { productId: await findProductId(shop, 'fresh-eggs-12-crates'), unitName: 'crates-4' },
    { productId: await findProductId(shop, 'dried-crayfish-5kg'), unitName: 'bag-5kg' },
  ];
  let isOver = false;
  const crowd = Promise.all(
    shoppers.map((shopper, place) =>
      buySteadily(shopper, paysFromWallet(shopper, place) ? 'wallet' : 'card', goods, seen, () => isOver),
    ),
  );
  await delay(8_000);
  await deployed.stopDatabase();
  await watchOutage(performance.now() + AWAY_MS);
  await deployed.startDatabase();
  const backAt = performance.now();
  readyAfterMs = await Promise.all(deployed.shops.map((each) => waitUntilReady(each, backAt)));
  await delay(10_000);
  isOver = true;
  await crowd;
  await settleAll(shop);
  printFigures();
}, 600_000);

afterAll(() => deployed?.close(), 120_000);

const paysFromWallet = (_: TestShopper, place: number): boolean => place % 2 === 1;

async function watchOutage(untilMs: number): Promise<void> {
  // A shop may be checking the database when it goes away, so it gets a second to notice.
  await delay(1_000);
  while (performance.now() < untilMs) {
    for (const shop of deployed.shops) {
      meanwhile.readiness.add((await fetch(`${shop.url}/readyz`)).status);
      meanwhile.health.add((await fetch(`${shop.url}/healthz`)).status);
      for (const page of PAGES) {
        const answer = await callShopApi(shop.url, 'GET', page);
        meanwhile.pages += 1;
        if (!isOurRefusal(answer)) meanwhile.wrongPages.push(`${page}: ${answer.status}`);
      }
    }
    await delay(500);
  }
}

async function waitUntilReady(shop: TestShop, sinceMs: number): Promise<number> {
  for (;;) {
    if ((await fetch(`${shop.url}/readyz`)).ok) return Math.round(performance.now() - sinceMs);
    if (performance.now() - sinceMs > 60_000) return Number.POSITIVE_INFINITY;
    await delay(50);
  }
}

/** Settles all open payments. The poller asks after a minute of the shop's clock, so the clock is moved. */
async function settleAll(shop: TestShop): Promise<void> {
  await shop.ops('clock', 'advance', '2m');
  const giveUpAt = performance.now() + 60_000;
  while ((await countOpenPayments()) > 0 && performance.now() < giveUpAt) await delay(200);
}

async function query<Row>(text: string): Promise<Row[]> {
  const db = connectDatabase({ connectionString: deployed.databaseUrl });
  try {
    return await db.query<Row>(text);
  } finally {
    await db.close();
  }
}

async function countOpenPayments(): Promise<number> {
  const references = new Set(seen.attempts.map(({ reference }) => reference));
  const open = await query<{ reference: string }>('SELECT reference FROM payments WHERE outcome IS NULL');
  return open.filter(({ reference }) => references.has(reference)).length;
}

/** Counts the orders of each reference, without those of the demo data. */
async function countOrders(): Promise<Map<string, number>> {
  const rows = await query<{ reference: string; orders: number }>(
    `SELECT p.reference, count(*)::int AS orders
       FROM orders o JOIN payments p ON p.id = o.payment_id JOIN users u ON u.id = p.user_id
      WHERE u.email NOT LIKE '%@demo.example' GROUP BY 1`,
  );
  return new Map(rows.map(({ reference, orders }) => [reference, orders]));
}

/** Reads one shop's log lines about its database, and those with a stack. */
function readLog(shop: TestShop): { told: string[]; stacks: string[] } {
  const lines = shop
    .logs()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const told = lines
    .map((line) => String((JSON.parse(line) as { msg?: unknown }).msg))
    .filter((msg) => msg.startsWith('The database'));
  return { told, stacks: lines.filter((line) => line.includes('"stack"')) };
}

function printFigures(): void {
  const cards = seen.attempts.filter(({ by }) => by === 'card').length;
  const figures = {
    calls: seen.calls,
    'purchases by card': cards,
    'purchases from the wallet': seen.attempts.length - cards,
    'refused with 503': seen.refused,
    'asked for patience (425)': seen.askedForPatience,
    surprises: seen.surprises.length,
    'slowest call, ms': `${seen.slowest.ms} (${seen.slowest.what})`,
    'pages asked for meanwhile': meanwhile.pages,
    'ready again after, ms': readyAfterMs.join(', '),
    'error lines with a stack': deployed.shops.map((shop) => readLog(shop).stacks.length).join(', '),
  };
  for (const [name, figure] of Object.entries(figures)) process.stdout.write(`${name}: ${figure}\n`);
}

describe(`${SHOPS} shops, ${SHOPPERS} shoppers who buy, and a database stopped for ${AWAY_MS / 1000} s`, () => {
  it('no process ends and every request is answered by a shop', async () => {
    expect(deployed.unanswered).toEqual([]);
    for (const shop of deployed.shops) expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
    expect([...meanwhile.health]).toEqual([200]);
  });

  it('every refused call is a 503 in our own words, with the time to come again', () => {
    expect(seen.surprises).toEqual([]);
    expect(seen.refused).toBeGreaterThan(0);
  });

  it('every page is a plain 503 meanwhile, and no shop says that it is ready', () => {
    expect(meanwhile.pages).toBeGreaterThan(0);
    expect(meanwhile.wrongPages).toEqual([]);
    expect([...meanwhile.readiness]).toEqual([503]);
  });

  it(`every shop is ready again within ${READY_WITHIN_MS / 1000} s`, () => {
    expect(Math.max(...readyAfterMs)).toBeLessThan(READY_WITHIN_MS);
  });

  it('every purchase is one order, also those that the outage cut', async () => {
    const orders = await countOrders();
    const wrong = seen.attempts.filter(({ reference }) => orders.get(reference) !== 1);
    expect(wrong.map(({ by, reference }) => `${by} ${reference}: ${orders.get(reference) ?? 0}`)).toEqual([]);
    expect(new Set(seen.attempts.map(({ reference }) => reference)).size).toBe(seen.attempts.length);
    const asked = new Set(seen.attempts.map(({ reference }) => reference));
    const unasked = [...orders.keys()].filter((reference) => !asked.has(reference));
    expect(unasked).toEqual([]);
  });

  it('every success at the card provider is one of these orders', async () => {
    const { transactions } = await readSandboxProviderState(deployed.sandboxUrl);
    const paid = transactions.filter(({ status }) => status === 'successful').map(({ txRef }) => txRef);
    expect(new Set(paid).size).toBe(paid.length);
    const cards = seen.attempts.filter(({ by }) => by === 'card').map(({ reference }) => reference);
    expect(cards.filter((reference) => !paid.includes(reference))).toEqual([]);
    const unended = await query<{ tx_id: string }>(
      `SELECT tx_id FROM provider_transactions WHERE status = 'successful' AND outcome IS DISTINCT FROM 'ordered'`,
    );
    expect(unended).toEqual([]);
  });

  it('every invariant of the money holds', async () => {
    expect(await findInvariantBreaches(deployed.shops[0] as TestShop)).toEqual([]);
  });

  it('each shop has told the loss and the return in one line each', () => {
    for (const shop of deployed.shops) {
      const { told, stacks } = readLog(shop);
      expect(told).toEqual([
        expect.stringMatching(/^The database is unavailable: /),
        expect.stringMatching(/^The database is back after /),
      ]);
      expect(stacks).toEqual([]);
    }
  });
});
