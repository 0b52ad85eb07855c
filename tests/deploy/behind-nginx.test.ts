import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connect.ts';
import { readSandbox } from '../support/card-page.ts';
import { findFreePort } from '../support/free-port.ts';
import { giveMoney } from '../support/give-money.ts';
import { findRedis } from '../support/redis.ts';
import type { Shop } from '../support/shop.ts';
import { findBreaches, findProductId } from '../support/shop-facts.ts';
import { Shopper } from '../support/shopper.ts';
import { type Deployment, deploy } from './deployment.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { buySteadily, type Experience, noExperience } from './steady-shopper.ts';

/** `npm run test:deploy`: two instances behind deploy/nginx.conf, and what a deployer and a bad night do to them. */

const SHOPPERS = 10;
const canRun = hasNginx('two instances behind nginx: rolling restart, kill -9');

describe.runIf(canRun)('two instances behind nginx with TLS', () => {
  let deployed: Deployment;
  const trusted = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  beforeAll(async () => {
    // The certificate is the trial's own. This process is, too.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const port = await findFreePort();
    const ports = [await findFreePort(), await findFreePort()] as const;
    const nginx = await startNginx(ports, port);
    const redisUrl = await findRedis('live events of the two instances through Redis');
    deployed = await deploy(
      2,
      { url: `https://127.0.0.1:${port}`, ports, close: nginx.close },
      redisUrl ? { REDIS_URL: redisUrl } : {},
    );
  }, 240_000);
  afterAll(async () => {
    await deployed?.close();
    if (trusted === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = trusted;
  }, 120_000);

  /** Ten shoppers buy while something is done to the shop. */
  async function buyDuring(what: string, trouble: (shops: Shop[]) => Promise<void>): Promise<Experience> {
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
    await delay(3_000);
    await trouble(deployed.shops);
    await delay(3_000);
    isOver = true;
    await crowd;
    await first.ops('clock', 'advance', '2m');
    process.stdout.write(
      `${what}: calls ${seen.calls}, purchases ${seen.attempts.length}, cut ${seen.cut}, 503 ${seen.refused}, 425 ${seen.askedForPatience}, surprises ${seen.surprises.length}\n`,
    );
    return seen;
  }

  /** Nothing lost, nothing doubled: each purchase is one order, each success at the card provider one of them. */
  async function expectWhole({ attempts, surprises }: Experience): Promise<void> {
    expect(surprises).toEqual([]);
    expect(attempts.length).toBeGreaterThan(0);
    const db = connectDatabase({ connectionString: deployed.databaseUrl });
    try {
      const orders = async (): Promise<string[]> => {
        const rows = await db.query<{ reference: string }>(
          `SELECT p.reference FROM orders o JOIN payments p ON p.id = o.payment_id
           WHERE p.reference = ANY($1::text[]) ORDER BY 1`,
          [attempts.map(({ reference }) => reference)],
        );
        return rows.map(({ reference }) => reference);
      };
      await expect
        .poll(orders, { timeout: 60_000 })
        .toEqual(attempts.map(({ reference }) => reference).sort());
    } finally {
      await db.close();
    }
    const { transactions } = await readSandbox(deployed.sandboxUrl);
    const paid = transactions.filter(({ status }) => status === 'successful').map(({ txRef }) => txRef);
    expect(new Set(paid).size).toBe(paid.length);
    expect(await findBreaches(deployed.shops[0] as Shop)).toEqual([]);
  }

  it('are restarted one after the other without a failed request', async () => {
    const seen = await buyDuring('rolling restart', async (shops) => {
      for (const shop of shops) {
        expect(await shop.stop()).toBe(0);
        await shop.start();
      }
    });
    expect([seen.cut, seen.refused]).toEqual([0, 0]);
    await expectWhole(seen);
  }, 240_000);

  it('lose no work and double none when one is killed', async () => {
    const seen = await buyDuring('kill -9 of one', async ([shop]) => {
      await shop?.kill9();
      await delay(5_000);
      await shop?.start();
    });
    // At most what the killed one had in hand; each is asked again under its key.
    expect(seen.cut).toBeLessThanOrEqual(SHOPPERS);
    await expectWhole(seen);
  }, 240_000);

  it('answer 503 in their own words while the database is away, and go on after it', async () => {
    const seen = await buyDuring('PostgreSQL gone for 20 s', async () => {
      await deployed.stopDatabase();
      await delay(20_000);
      await deployed.startDatabase();
      await delay(5_000);
    });
    expect(seen.refused).toBeGreaterThan(0);
    await expectWhole(seen);
  }, 300_000);

  it('show their figures to nobody outside', async () => {
    expect((await fetch(`${deployed.url}/metrics`)).status).toBe(404);
  });
});
