import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { readSandboxProviderState } from '../support/card-page.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import type { TestShop } from '../support/shop.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import type { Deployment } from './deployment.ts';
import { buySteadily, type Experience, noExperience } from './steady-shopper.ts';

export const SHOPPERS = 10;

/** Lets ten shoppers buy, every second one by card, while something happens to the shop. */
export async function buyDuring(
  deployed: Deployment,
  trouble: (shoppers: readonly TestShopper[]) => Promise<void>,
): Promise<Experience> {
  const seen = noExperience();
  const first = deployed.shops[0] as TestShop;
  const shoppers: TestShopper[] = [];
  for (let place = 0; place < SHOPPERS; place += 1) shoppers.push(await TestShopper.signUp(deployed.url));
  for (const shopper of shoppers) await adjustTestWallet(first, shopper.id, 5_000_000);
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
 * Expects that nothing was lost or done twice: each purchase is one order, and each success at the card provider
 * belongs to one of them. Prints one line of figures.
 *
 * @param mayBeCredited these shoppers wait for no verdict. A shopper who pays a cart by card again before the first
 * payment was settled gets one order, and the other payment in the wallet (payments.md, settle).
 */
export async function expectWhole(
  deployed: Deployment,
  what: string,
  seen: Experience,
  mayBeCredited = false,
): Promise<void> {
  const { db } = deployed.shops[0] as TestShop;
  const asked = seen.attempts.map(({ reference }) => reference);
  const readEnds = () =>
    db.query<{ reference: string; orders: number; isCredited: boolean }>(
      `SELECT reference, (SELECT count(*)::int FROM orders WHERE payment_id = p.id) AS orders,
         outcome = 'wallet_credited' AND method <> 'wallet_only' AS "isCredited"
       FROM payments p WHERE reference = ANY($1::text[]) AND outcome IS NOT NULL`,
      [asked],
    );
  let ends = await readEnds();
  for (const giveUpAt = performance.now() + 60_000; ends.length < asked.length; await delay(200)) {
    if (performance.now() > giveUpAt) break;
    ends = await readEnds();
  }
  const { transactions } = await readSandboxProviderState(deployed.sandboxUrl);
  const paid = transactions.filter(({ status }) => status === 'successful').map(({ txRef }) => txRef);
  const credited = ends.filter(({ isCredited }) => isCredited).length;
  const lost = asked.length - credited - ends.filter(({ orders }) => orders > 0).length;
  // Orders of a call that was answered with a refusal, where the repetition bought again: nobody was told of the first
  // order.
  const untold = await db.query(
    'SELECT FROM orders o JOIN payments p ON p.id = o.payment_id WHERE p.user_id = ANY($1::uuid[]) AND p.reference <> ALL($2::text[])',
    [seen.attempts.map(({ shopper }) => shopper.id), asked],
  );
  const doubled =
    ends.filter(({ orders }) => orders > 1).length + untold.length + paid.length - new Set(paid).size;
  const figures = {
    calls: seen.calls,
    purchases: asked.length,
    failed: seen.cut + seen.refused + seen.surprises.length,
    'of these 503': seen.refused,
    'of these cut': seen.cut,
    'asked for patience (425)': seen.askedForPatience,
    'slowest call, ms': seen.slowest.ms,
    'paid into the wallet': credited,
    'work lost': lost,
    'work doubled': doubled,
  };
  const words = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  process.stdout.write(`${what}: ${words.join(', ')}\n`);
  expect(seen.surprises).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
  expect([lost, doubled]).toEqual([0, 0]);
  if (!mayBeCredited) expect(credited).toBe(0);
  expect(await findInvariantBreaches(deployed.shops[0] as TestShop)).toEqual([]);
}
