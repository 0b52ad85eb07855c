import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresReplicaPair } from '../support/postgres-pair.ts';
import type { TestShop } from '../support/shop.ts';
import { callShopApi } from '../support/shopper.ts';
import { buyDuring, expectWhole } from './crowd.ts';
import type { Deployment } from './deployment.ts';
import { canReplicate, deployReplicated } from './replicated.ts';

/** `npm run test:deploy`: a primary, its synchronous replica, HAProxy before both, and two shops behind it. */

const WHAT = 'a primary that is killed, its replica promoted';

describe.runIf(canReplicate(WHAT))('two shops on a primary and its synchronous replica', () => {
  let pair: PostgresReplicaPair;
  let deployed: Deployment;
  beforeAll(async () => {
    ({ deployed, pair } = await deployReplicated());
  }, 300_000);
  afterAll(() => deployed?.close(), 120_000);

  it('lose no acknowledged order and need no restart when the primary is killed and the replica promoted', async () => {
    const readyAfterMs: number[] = [];
    const seen = await buyDuring(deployed, async () => {
      await pair.primary.kill9();
      const killedAt = performance.now();
      // Whoever supervises the pair takes a moment to be sure that the primary is dead.
      await delay(2_000);
      await pair.standby.ask('SELECT pg_promote()');
      for (const shop of deployed.shops) {
        while (!(await isReady(shop)) && performance.now() - killedAt < 60_000) await delay(50);
        readyAfterMs.push(Math.round(performance.now() - killedAt));
      }
      await delay(5_000);
    });
    await expectWhole(
      deployed,
      `primary killed, replica promoted 2 s later: ready ${readyAfterMs.join(' and ')} ms after the kill, slowest ${seen.slowest.what}`,
      seen,
    );
    expect(Math.max(...readyAfterMs)).toBeLessThan(30_000);
    expect(seen.cut).toBe(0);
    expect(deployed.unanswered).toEqual([]);
    for (const shop of deployed.shops) {
      expect(shop.logs().match(/is open at/g)).toHaveLength(1);
      expect((await callShopApi(shop.url, 'GET', '/api/products')).status).toBe(200);
    }
  }, 300_000);

  it('send nothing to the old primary when it comes back by mistake', async () => {
    await pair.primary.start();
    await delay(5_000);
    for (const { db } of deployed.shops) {
      // Each shop asks on a new connection.
      await delay(1_000);
      expect(await db.query('SELECT inet_server_port() AS port')).toEqual([{ port: pair.standby.port }]);
    }
  }, 60_000);
});

/** Tells whether a shop is ready. A shop that is losing its database may close the connection instead of answering. */
async function isReady(shop: TestShop): Promise<boolean> {
  return fetch(`${shop.url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
