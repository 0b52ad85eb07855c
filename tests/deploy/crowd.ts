import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { readSandbox } from '../support/card-page.ts';
import { giveMoney } from '../support/give-money.ts';
import type { Shop } from '../support/shop.ts';
import { findBreaches, findProductId } from '../support/shop-facts.ts';
import { Shopper } from '../support/shopper.ts';
import type { Deployment } from './deployment.ts';
import { buySteadily, type Experience, noExperience } from './steady-shopper.ts';

export const SHOPPERS = 10;

/** Ten shoppers buy, every second one by card, while something is done to the shop. */
export async function buyDuring(
  deployed: Deployment,
  trouble: (shoppers: readonly Shopper[]) => Promise<void>,
): Promise<Experience> {
  const seen = noExperience();
  const first = deployed.shops[0] as Shop;
  const shoppers: Shopper[] = [];
  for (let place = 0; place < SHOPPERS; place += 1) shoppers.push(await Shopper.signUp(deployed.url));
  for (const shopper of shoppers) await giveMoney(first, shopper.id, 5_000_000);
  const goods = [{ productId: await findProductId(first, 'semovita-10kg') }];
  let isOver = false;
  const crowd = Promise.all(
    shoppers.map((shopper, place) =>
      buySteadily(shopper, place % 2 === 0 ? 'wallet' : 'card', goods, seen, () => isOver),
    ),
  );
  try {
    await delay(3_000);
    await trouble(shoppers);
    await delay(3_000);
  } finally {
    isOver = true;
    await crowd;
  }
  await first.ops('clock', 'advance', '2m');
  return seen;
}

/**
 * Nothing lost, nothing doubled: each purchase is one order, each success at the card provider one of them. Prints
 * the trial's line of figures.
 */
export async function expectWhole(deployed: Deployment, what: string, seen: Experience): Promise<void> {
  const { db } = deployed.shops[0] as Shop;
  const asked = seen.attempts.map(({ reference }) => reference).sort();
  const readOrders = async (): Promise<string[]> => {
    const rows = await db.query<{ reference: string }>(
      `SELECT p.reference FROM orders o JOIN payments p ON p.id = o.payment_id
       WHERE p.reference = ANY($1::text[]) ORDER BY 1`,
      [asked],
    );
    return rows.map(({ reference }) => reference);
  };
  let orders = await readOrders();
  for (const giveUpAt = performance.now() + 60_000; orders.length < asked.length; await delay(200)) {
    if (performance.now() > giveUpAt) break;
    orders = await readOrders();
  }
  const { transactions } = await readSandbox(deployed.sandboxUrl);
  const paid = transactions.filter(({ status }) => status === 'successful').map(({ txRef }) => txRef);
  const lost = asked.filter((reference) => !orders.includes(reference)).length;
  const doubled = orders.length - new Set(orders).size + paid.length - new Set(paid).size;
  const figures = {
    calls: seen.calls,
    purchases: asked.length,
    failed: seen.cut + seen.refused + seen.surprises.length,
    'of these 503': seen.refused,
    'of these cut': seen.cut,
    'asked for patience (425)': seen.askedForPatience,
    'slowest call, ms': seen.slowest.ms,
    'work lost': lost,
    'work doubled': doubled,
  };
  const words = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  process.stdout.write(`${what}: ${words.join(', ')}\n`);
  expect(seen.surprises).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  expect([lost, doubled]).toEqual([0, 0]);
  expect(await findBreaches(deployed.shops[0] as Shop)).toEqual([]);
}
