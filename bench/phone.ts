import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestShop } from '../tests/support/shop.ts';
import { type StaticServer, startStaticServer } from './phone/baseline.ts';
import { measureInteractionTimes } from './phone/interactions.ts';
import { THROTTLING_PROFILES } from './phone/phone.ts';
import {
  formatPerformanceLimitTable,
  isPerformanceLimitMet,
  type MeasurementRound,
  PERFORMANCE_LIMITS,
} from './phone/rows.ts';
import { measurePageVisits, type VisitMeasurements } from './phone/visits.ts';

export const usageText = `Measures the built shop on a poor phone (360 x 640, slow 3G with a processor six times slower, slow 4G with one four
times slower) beside two pages made of the shop's own deals: H, written by hand without script, and S, the same with a
worker of a few lines. All in turn in one run: only the ratios of one run mean anything. Loopback only.

  npm run bench:phone -- [--rounds 3] [--only visits,interactions]

  --only  visits: first, repeat and offline visits; interactions: menu, typing, tapping
`;
export const commandLineDefaults = { rounds: '3', only: 'visits,interactions' };

const READY_MS = 5_000;

/** @returns the exit code: 1 when a median measurement exceeds its limit. */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const shop = await startTestShop();
  const floors: StaticServer[] = [];
  try {
    for (const hasWorker of [false, true]) floors.push(await startStaticServer(shop.url, hasWorker));
    const [h, s] = floors as [StaticServer, StaticServer];
    await homeReady(shop.url);
    const rounds: MeasurementRound[] = [];
    for (let number = 0; number < Number(options.rounds); number += 1) {
      const round: MeasurementRound = { load: loadavg()[0] ?? 0 };
      if (options.only.includes('visits')) {
        const visits: Record<string, Record<string, VisitMeasurements>> = {};
        const sites = Object.entries({ shop, h, s });
        // Each round starts with another page, so that a slow minute of the machine affects all pages equally.
        const first = number % sites.length;
        for (const [name, { url }] of [...sites.slice(first), ...sites.slice(0, first)]) {
          visits[name] = {
            slow3g: await measurePageVisits(url, THROTTLING_PROFILES.slow3g, name !== 'h'),
            slow4g: await measurePageVisits(url, THROTTLING_PROFILES.slow4g, name !== 'h'),
          };
          say(`round ${number + 1}: ${name}`);
        }
        round.visits = visits as NonNullable<MeasurementRound['visits']>;
      }
      rounds.push(round);
    }
    if (options.only.includes('interactions')) {
      // Interactions are measured after all page visits, because they need a shop with more products.
      for (const [number, round] of rounds.entries()) {
        round.interactions = await measureInteractionTimes(shop);
        say(`round ${number + 1}: interactions`);
      }
    }
    const load = rounds.map((round) => round.load.toFixed(1)).join(' ');
    process.stdout.write(
      `${rounds.length} rounds, load of the machine ${load}\n\n${formatPerformanceLimitTable(rounds)}\n`,
    );
    return PERFORMANCE_LIMITS.every((row) => isPerformanceLimitMet(row, rounds)) ? 0 : 1;
  } finally {
    for (const floor of floors) await floor.close();
    await shop.close();
  }
}

/** Waits until the server has compressed the home page at high quality, which it does after its first reply. */
async function homeReady(shopUrl: string): Promise<void> {
  await (await fetch(shopUrl)).text();
  await delay(READY_MS);
}
