import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestShop } from '../support/shop.ts';
import { findProductId } from '../support/shop-facts.ts';
import { TestShopper } from '../support/shopper.ts';
import { buyDuring, expectWhole, SHOPPERS } from './crowd.ts';
import { type Deployment, deploy } from './deployment.ts';
import { type LiveLine, openLine } from './live-sockets.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';
import type { Experience } from './steady-shopper.ts';

/** `npm run test:deploy`. Redis is away for a minute, which is longer than any request waits and any retry lasts. */

const AWAY_MS = 60_000;

describe.runIf(hasRedisServer('Redis gone for a minute'))(
  'two instances whose Redis is gone for a minute',
  () => {
    let deployed: Deployment;
    let redis: RedisServer;
    let seen: Experience;
    /** One watching shopper on each instance; an event that reaches both has passed between the instances. */
    let watchers: LiveLine[];
    const lines: { line: LiveLine; userId: string }[] = [];
    const counted = { before: [0, 0], meanwhile: [0, 0] };
    let reconnected = false;
    let standing: { kind: string }[] = [];

    beforeAll(async () => {
      redis = await startRedisServer();
      deployed = await deploy(2, undefined, { REDIS_URL: redis.url });
      const urlOf = (place: number) => (deployed.shops[place % 2] as TestShop).url;
      const watched = await findProductId(deployed.shops[0] as TestShop, 'semovita-10kg');
      const watcher = await TestShopper.signUp(deployed.url);
      watchers = await Promise.all([0, 1].map((place) => openLine(urlOf(place), watcher, { watched })));
      const progress = () => watchers.map((line) => line.progress);
      seen = await buyDuring(deployed, async (shoppers) => {
        for (const [place, shopper] of shoppers.entries()) {
          lines.push({ line: await openLine(urlOf(place), shopper), userId: shopper.id });
        }
        await delay(3_000);
        counted.before = progress();
        await redis.stop();
        await delay(1_000);
        const [first] = lines;
        first?.line.reconnect();
        const since = progress();
        await delay(AWAY_MS - 2_000);
        counted.meanwhile = progress().map((count, place) => count - (since[place] as number));
        reconnected = first?.line.socket.connected ?? false;
        standing = await (deployed.shops[0] as TestShop).db.query(
          'SELECT kind FROM alarms WHERE over_at IS NULL',
        );
        await delay(1_000);
        await redis.start();
        await delay(10_000);
      });
    }, 600_000);
    afterAll(async () => {
      for (const { line } of lines) line.close();
      for (const line of watchers ?? []) line.close();
      await deployed?.close();
      await redis?.close();
    }, 120_000);

    it('no purchase fails, nothing is lost and nothing is doubled', async () => {
      await expectWhole(deployed, 'Redis gone for a minute', seen);
      expect([seen.cut, seen.refused]).toEqual([0, 0]);
      expect(deployed.unanswered).toEqual([]);
    }, 120_000);

    it('shoppers of an instance hear of what happens on it all the while, and a line that broke comes back', () => {
      expect(Math.min(...counted.before)).toBeGreaterThan(0);
      expect(Math.max(...counted.meanwhile)).toBeGreaterThan(0);
      expect(reconnected).toBe(true);
    });

    it('each shopper was told everything once, also what waited for Redis', async () => {
      const { db } = deployed.shops[0] as TestShop;
      let missed = 0;
      let doubled = 0;
      for (const { line, userId } of lines) {
        // Notifications from before the connection opened are not counted.
        const rows = await db.query<{ id: string }>(
          'SELECT id FROM notifications WHERE user_id = $1 ORDER BY created_at',
          [userId],
        );
        const since = rows.findIndex(({ id }) => id === line.notified[0]);
        const told = rows.slice(Math.max(0, since)).map(({ id }) => id);
        missed += told.filter((id) => !line.notified.includes(id)).length;
        doubled += line.notified.length - new Set(line.notified).size;
      }
      process.stdout.write(`Redis gone for a minute: live events missed ${missed}, doubled ${doubled}\n`);
      expect(doubled).toBe(0);
      // Only events are missed that Redis had accepted and not yet passed on when it ended; the list of notifications
      // still has them.
      expect(missed).toBeLessThanOrEqual(SHOPPERS);
    });

    it('after it a live event reaches the other instance', async () => {
      const since = watchers.map((line) => line.progress);
      const shopper = await TestShopper.signUp(deployed.url);
      await shopper.add(await findProductId(deployed.shops[0] as TestShop, 'semovita-10kg'));
      const after = await buyDuring(deployed, async () => undefined);
      expect(after.attempts.length).toBeGreaterThan(0);
      for (const [place, line] of watchers.entries()) {
        expect(line.progress).toBeGreaterThan(since[place] as number);
      }
    }, 120_000);

    it('an alarm tells of it, and is over after it; the log has one line for each', async () => {
      expect(standing).toContainEqual({ kind: 'redis_away' });
      const { db } = deployed.shops[0] as TestShop;
      await expect
        .poll(() => db.query("SELECT 1 FROM alarms WHERE kind = 'redis_away' AND over_at IS NULL"), {
          timeout: 20_000,
        })
        .toEqual([]);
      for (const shop of deployed.shops) {
        const told = shop.logs().match(/"alarm":"redis_away"|Redis is back after \d+ s/g);
        expect(told).toEqual(['"alarm":"redis_away"', expect.stringMatching(/after (5|6|7)\d s/)]);
      }
    }, 60_000);

    it('an instance stops and starts while Redis is away', async () => {
      await redis.stop();
      const [shop] = deployed.shops;
      expect(await shop?.stop()).toBe(0);
      await shop?.start();
      await redis.start();
    }, 120_000);
  },
);
