import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyDuring, expectWhole, SHOPPERS } from './crowd.ts';
import type { Deployment } from './deployment.ts';
import { hasNginx } from './nginx.ts';
import { deployBehindNginx } from './nginx-deployment.ts';

/** `npm run test:deploy`: two instances behind deploy/nginx.conf, with what deployments and outages do to them. */

const canRun = hasNginx('two instances behind nginx: rolling restart, kill -9, PostgreSQL gone for 20 s');

describe.runIf(canRun)('two instances behind nginx with TLS', () => {
  let deployed: Deployment;
  beforeAll(async () => {
    deployed = await deployBehindNginx();
  }, 240_000);
  afterAll(() => deployed?.close(), 120_000);

  it('are restarted one after the other without a failed request', async () => {
    const seen = await buyDuring(deployed, async () => {
      for (const shop of deployed.shops) {
        expect(await shop.stop()).toBe(0);
        await shop.start();
      }
    });
    await expectWhole(deployed, 'rolling restart', seen);
    expect([seen.cut, seen.refused]).toEqual([0, 0]);
  }, 240_000);

  it('lose no work and double none when one is killed', async () => {
    const [shop] = deployed.shops;
    const seen = await buyDuring(deployed, async () => {
      await shop?.kill9();
      await delay(5_000);
      await shop?.start();
    });
    await expectWhole(deployed, 'kill -9 of one', seen);
    // Each shopper loses at most the one call that the killed instance was handling, and repeats it with the same key.
    expect(seen.cut).toBeLessThanOrEqual(SHOPPERS);
  }, 240_000);

  it('answer 503 in their own words while the database is away, and go on after it', async () => {
    const seen = await buyDuring(deployed, async () => {
      await deployed.stopDatabase();
      await delay(20_000);
      await deployed.startDatabase();
      await delay(5_000);
    });
    await expectWhole(deployed, 'PostgreSQL gone for 20 s', seen);
    expect(seen.refused).toBeGreaterThan(0);
  }, 300_000);

  it('show their figures to nobody outside', async () => {
    expect((await fetch(`${deployed.url}/metrics`)).status).toBe(404);
  });
});
