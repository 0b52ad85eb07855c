import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresReplicaPair } from '../support/postgres-pair.ts';
import { buyDuring, expectWhole } from './crowd.ts';
import type { Deployment } from './deployment.ts';
import { canReplicate, deployReplicated } from './replicated.ts';
import type { Experience } from './steady-shopper.ts';

/** `npm run test:deploy`: the synchronous replica is killed, so that every commit of the primary waits. */

const WHAT = 'a synchronous replica that is gone';
/** Twice as long as the shop waits for a commit, and longer than nginx waits for an answer. */
const GONE_MS = 45_000;
const NGINX_WAITS_MS = 40_000;

describe.runIf(canReplicate(WHAT))('two shops whose commits wait for a replica that is gone', () => {
  let pair: PostgresReplicaPair;
  let deployed: Deployment;
  beforeAll(async () => {
    ({ deployed, pair } = await deployReplicated());
  }, 300_000);
  afterAll(() => deployed?.close(), 120_000);

  /**
   * Kills the replica and expects that the shops still serve reads, and that no order is visible that is on one disk
   * only.
   */
  const loseReplica = async (): Promise<void> => {
    await pair.standby.kill9();
    await delay(1_000);
    const before = await countOrders();
    const statuses = new Set<number>();
    for (const endAt = performance.now() + GONE_MS; performance.now() < endAt; await delay(1_000)) {
      for (const { url } of deployed.shops) {
        for (const path of ['/readyz', '/', '/product/semovita-10kg'])
          statuses.add((await fetch(url + path)).status);
      }
    }
    expect([...statuses]).toEqual([200]);
    expect(await countOrders()).toBe(before);
  };
  const countOrders = async (): Promise<number | undefined> => {
    const rows = await deployed.shops[0]?.db.query<{ orders: number }>(
      'SELECT count(*)::int AS orders FROM orders',
    );
    return rows?.[0]?.orders;
  };
  const followAgain = async (): Promise<void> => {
    await pair.standby.start();
    await pair.setSynchronous(true);
  };
  const expectWell = async (how: string, seen: Experience): Promise<void> => {
    await expectWhole(deployed, `replica gone, ${how}`, seen, true);
    expect(seen.cut).toBe(0);
    expect(deployed.unanswered).toEqual([]);
    for (const shop of deployed.shops) expect(shop.logs().match(/is open at/g)).toHaveLength(1);
  };

  it('lose and double nothing when it is waited for no more', async () => {
    const seen = await buyDuring(deployed, async () => {
      await loseReplica();
      await pair.setSynchronous(false);
      await delay(3_000);
    });
    await expectWell(`after ${GONE_MS / 1_000} s waited for no more`, seen);
    expect(seen.slowest.ms).toBeLessThan(NGINX_WAITS_MS);
    await followAgain();
  }, 300_000);

  it('lose and double nothing when it comes back', async () => {
    const seen = await buyDuring(deployed, async () => {
      await loseReplica();
      await followAgain();
      await delay(3_000);
    });
    await expectWell(`after ${GONE_MS / 1_000} s back`, seen);
    expect(seen.slowest.ms).toBeLessThan(NGINX_WAITS_MS);
  }, 300_000);

  it('lose and double nothing when somebody ends the waits by force', async () => {
    // A commit whose wait is ended is done on the primary: a cancelled wait is answered as done, and a cut connection
    // gets no answer.
    const endWaits = (by: 'cancel' | 'terminate') =>
      pair.primary.ask(`SELECT pg_${by}_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    const seen = await buyDuring(deployed, async () => {
      await pair.standby.kill9();
      await delay(10_000);
      await endWaits('cancel');
      await delay(10_000);
      await endWaits('terminate');
      await delay(10_000);
      await followAgain();
      await delay(3_000);
    });
    await expectWell('the waits ended by force', seen);
  }, 300_000);

  it('have told their operator, and that it is over', () => {
    for (const shop of deployed.shops) {
      const told = shop.logs().match(/(ALARM|OVER) commits_wait/g);
      expect(told?.slice(0, 4)).toEqual([
        'ALARM commits_wait',
        'OVER commits_wait',
        'ALARM commits_wait',
        'OVER commits_wait',
      ]);
    }
  });
});
