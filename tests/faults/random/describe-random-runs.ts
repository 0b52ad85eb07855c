import { afterAll, beforeAll, describe, it } from 'vitest';
import { Scene } from '../scene.ts';
import { openShopSite, type ShopSite } from '../shop-site.ts';
import { planRun, playRun } from './random-run.ts';

const runs = Number(process.env.FAULT_RUNS ?? 8);
const firstSeed = Number(process.env.FAULT_SEED ?? 1);

/**
 * Plays seeded random runs: taps and faults in any order, then rest, then the checks. `npm run test:faults -- --runs N
 * --seed S` plays others. A failed run prints its seed and steps, and `--runs 1 --seed S` plays it again. Most of a run
 * is waiting, so four files share the seeds and run beside other tests, each with its own shop and connection.
 *
 * @param quarter the remainder of this file's seeds when divided by 4.
 */
export function describeRandomRuns(quarter: 0 | 1 | 2 | 3): void {
  const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index).filter(
    (seed) => seed % 4 === quarter,
  );
  let site: ShopSite;
  beforeAll(async () => {
    site = await openShopSite();
  });
  afterAll(() => site?.close());

  describe('a random run', () => {
    it.each(seeds)('of seed %i ends with what the shopper did, once', { timeout: 240_000 }, async (seed) => {
      const plan = planRun(seed);
      const scene = await Scene.open(site, { isSettled: true });
      try {
        await playRun(scene, plan);
      } catch (error) {
        console.log(`seed ${seed}: ${plan.join(', ')}\n${error}\n${await scene.describe()}`);
        throw error;
      } finally {
        await scene.close();
      }
    });
  });
}
