import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentStatusReply } from '#contract/schemas/payment.ts';
import { readSandboxProviderState } from '../support/card-page.ts';
import { type EmbeddedShopDatabase, openEmbeddedShopDatabase } from '../support/embedded-shop-database.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { findFreePort } from '../support/free-port.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { type AcknowledgedLoadOrder, type LoadProduct, startLoadRun } from '../support/load.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { findInvariantBreaches, findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';

/**
 * When the shop is killed, and what is killed with it: at a random moment of the load, or when an answer of the card
 * provider arrives. `npm run test:money` does hundreds of kills over every operation.
 */
const KILLS = [
  { moment: 'at random', with: 'its database' },
  { moment: 'before', with: 'its database' },
  { moment: 'after', with: 'its database' },
  { moment: 'before', with: 'nothing else' },
  { moment: 'after', with: 'nothing else' },
] as const;

const SHOPPERS = 8;
const WALLET_NAIRA = 5_000_000;
const VERIFY = /^\/v3\/transactions\/(verify_by_reference|\d+\/verify)/;

let database: EmbeddedShopDatabase;
let providerLine: FaultProxy;
let shop: TestShop;
let shoppers: TestShopper[];
let goods: LoadProduct[];
const acknowledged: AcknowledgedLoadOrder[] = [];

beforeAll(async () => {
  // The shop reaches its card provider through this proxy, so that the test sees each answer pass.
  const port = await findFreePort();
  providerLine = await startFaultProxy(port);
  shop = await startTestShop({ port, env: { FLW_BASE_URL: providerLine.url } });
  database = openEmbeddedShopDatabase(shop.dataDir);
  shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => TestShopper.signUp(shop.url)));
  for (const [place, shopper] of shoppers.entries()) {
    if (place % 2 === 1) await adjustTestWallet(shop, shopper.id, WALLET_NAIRA);
  }
  goods = [
    { productId: await findProductId(shop, 'semovita-10kg') },
    { productId: await findProductId(shop, 'fresh-eggs-12-crates'), unitName: 'crates-4' },
    { productId: await findProductId(shop, 'dried-crayfish-5kg'), unitName: 'bag-5kg' },
  ];
});

beforeEach(async () => {
  // A shop that is still down after a failed round would fail the next rounds too.
  const isUp = await fetch(`${shop.url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
  if (!isUp) await shop.start();
});

afterAll(async () => {
  await shop?.close();
  await providerLine?.close();
});

describe('the whole shop killed in the middle of a load of which half pays by card', () => {
  it.each(KILLS.map((kill, index) => ({ ...kill, round: index + 1 })))(
    'kill $round, $moment, with $with: nothing acknowledged is lost and every payment has an end',
    { timeout: 120_000 },
    async ({ moment, with: dying }) => {
      const kill = () => {
        const gone = shop.kill9();
        if (dying === 'its database') database.kill9();
        return gone;
      };
      const load = startLoadRun({ shop, shoppers, goods });
      try {
        await expect.poll(() => countBoth(load.acknowledged), { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
        if (moment === 'at random') {
          await delay(randomInt(1500));
          await kill();
        } else {
          const reached = new Promise<void>((resolve) => {
            providerLine.atAnswer(VERIFY, moment, () => resolve(kill()));
          });
          await Promise.race([
            reached,
            delay(30_000).then(() => expect.fail('the provider was never asked')),
          ]);
        }
      } finally {
        await load.stop();
      }
      acknowledged.push(...load.acknowledged);

      await shop.start();
      // The poller asks for open references after a minute of the shop's clock, so the test moves that clock.
      await shop.ops('clock', 'advance', '2m');
      await expect.poll(() => database.query(SUCCESSES_WITHOUT_END), { timeout: 60_000 }).toEqual([]);
      await expect.poll(() => listUnsettledSuccesses(), { timeout: 60_000 }).toEqual([]);
      await expect.poll(() => findInvariantBreaches(shop), { timeout: 60_000 }).toEqual([]);
      expect(await findLostOrders()).toEqual([]);
    },
  );

  it('after all kills all loads count together', async () => {
    expect(countBoth(acknowledged)).toBeGreaterThanOrEqual(KILLS.length);
    expect(await findLostOrders()).toEqual([]);
  });
});

/** Counts the orders by card and by wallet, and returns the smaller number. */
function countBoth(orders: readonly AcknowledgedLoadOrder[]): number {
  const cards = orders.filter(({ shopper }) => shoppers.indexOf(shopper) % 2 === 0).length;
  return Math.min(cards, orders.length - cards);
}

/** Finds recorded successes that did not end in exactly one order, credit or review. */
const SUCCESSES_WITHOUT_END = `
  select t.tx_id, t.reference, ends.number
  from provider_transactions t
  cross join lateral (
    select (select count(*) from orders o join payments p on p.id = o.payment_id where p.provider_tx_id = t.tx_id)
      + (select count(*) from ledger_tx l where l.kind in ('late_credit', 'unmatched') and l.ref = t.tx_id::text)
      as number
  ) ends
  where t.status = 'successful' and ends.number <> 1`;

/** Lists the provider's successes for which the shop has recorded no outcome. */
async function listUnsettledSuccesses(): Promise<number[]> {
  const { transactions } = await readSandboxProviderState(shop.url);
  const successes = transactions.filter((transaction) => transaction.status === 'successful');
  const known = await database.query<{ tx_id: string }>(
    'select tx_id from provider_transactions where outcome is not null',
  );
  const settled = new Set(known.map((row) => Number(row.tx_id)));
  return successes.map((transaction) => transaction.id).filter((id) => !settled.has(id));
}

/** Finds acknowledged orders that the shop's API or its tables no longer hold. */
async function findLostOrders(): Promise<string[]> {
  const rows = await database.query<{ reference: string }>(
    `select p.reference from orders o join payments p on p.id = o.payment_id where p.outcome = 'ordered'`,
  );
  const ordered = new Set(rows.map((row) => row.reference));
  const lost = acknowledged
    .filter(({ reference }) => !ordered.has(reference))
    .map(({ reference }) => reference);
  for (const { shopper, reference } of acknowledged.slice(-10)) {
    const { status } = await shopper.must<PaymentStatusReply>('GET', `/api/payment/status/${reference}`);
    if (status !== 'confirmed') lost.push(reference);
  }
  return lost;
}
