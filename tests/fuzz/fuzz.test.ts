import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { type FuzzTally, playFuzz } from './play-fuzz.ts';

/** `npm run test:fuzz` sends more requests. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS_PER_LINE = 2_500;
/** After this many requests every call must have succeeded at least once, or the requests are not good enough. */
const ENOUGH_FOR_EVERY_CALL = 20_000;
const MB = 1_048_576;
/** How much more memory the shop may use after all requests than after the first. */
const GROWTH_MB = 60;

const shop = openFixtureForFile(openFuzzShop);
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
process.on('unhandledRejection', onUnhandled);
afterAll(() => void process.off('unhandledRejection', onUnhandled));

test(`none of ${REQUESTS} hostile requests breaks the shop (seed ${SEED})`, async () => {
  let firstMb = 0;
  const tally = await playFuzz(shop, {
    requests: REQUESTS,
    seed: SEED,
    onScene: (tally) => {
      firstMb ||= heapMb();
      if (tally.requests % REQUESTS_PER_LINE === 0) process.stdout.write(`${describe(tally)}\n`);
    },
  });
  await expectInvariants(shop.db);
  expect(tally.faults).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(heapMb() - firstMb).toBeLessThan(GROWTH_MB);
  if (REQUESTS >= ENOUGH_FOR_EVERY_CALL) expect([...tally.neverDone]).toEqual([]);
}, 7_200_000);

function describe({ requests, counts, faults, neverDone }: FuzzTally): string {
  const figures = Object.entries(counts).map(([what, times]) => `${what}: ${times}`);
  const never = `never done: ${[...neverDone].join(', ') || 'none'}`;
  return `${requests} requests, ${faults.length} faults, ${Math.round(heapMb())} MB; ${figures.join(', ')}; ${never}`;
}

/** Measures the memory in use after a garbage collection. */
function heapMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / MB;
}
