import { randomUUID } from 'node:crypto';
import { startTestShop } from '../tests/support/shop.ts';
import { callShopApi, createShopperAccount, TestShopper } from '../tests/support/shopper.ts';
import { median } from './figures.ts';

/** A smaller difference between the median response times could not be measured over the network. */
const LIMIT_MS = 2;
/**
 * Number of attempts for one e-mail address. A tenth attempt would lock its recovery key, and a locked key is refused
 * faster, without hashing.
 */
const TRIES_OF_ONE = 9;

export const usageText = `Measures whether the time of an answer tells if an account exists (invariant I23). To be run on an idle machine.

  node bench/run.mjs sign-in-timing.ts [--runs 60]
`;
export const commandLineDefaults = { runs: '60' };

const CALLS = {
  login: (email: string) => ({ email, password: 'not the password', platform: 'web' }),
  'verify-recovery-key': (email: string) => ({ email, secretRecoveryKey: 'not the key at all' }),
  'request-recovery-key-reset': (email: string) => ({
    email,
    phone: createShopperAccount().phone,
    reason: 'I have lost it',
  }),
  'use-temporary-recovery-key': (email: string) => ({
    ...{ email, temporaryKey: 'ABCD01234567', newRecoveryKey: 'not the key at all' },
  }),
};

/** @returns the exit code: 1 when response times reveal which addresses exist. */
export async function runBenchmark(options: typeof commandLineDefaults): Promise<number> {
  const shop = await startTestShop({ env: { RATE_LIMIT_FACTOR: '100000' } });
  let isTold = false;
  try {
    const runs = Number(options.runs);
    const known: string[] = [];
    const unknown: string[] = [];
    for (let each = 0; each < Math.ceil(runs / TRIES_OF_ONE); each += 1) {
      known.push((await TestShopper.signUp(shop.url)).account.email);
      unknown.push(`${randomUUID()}@example.com`);
    }
    for (const [path, bodyFor] of Object.entries(CALLS)) {
      const ms = { known: [] as number[], unknown: [] as number[] };
      for (let run = 0; run < runs; run += 1) {
        const emails = { known: known[run % known.length], unknown: unknown[run % known.length] };
        // Known and unknown addresses take turns at being first, because the second request finds warm caches.
        for (const who of run % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const startedMs = performance.now();
          await callShopApi(shop.url, 'POST', `/api/auth/${path}`, { body: bodyFor(String(emails[who])) });
          ms[who].push(performance.now() - startedMs);
        }
      }
      const [ofKnown, ofUnknown] = [median(ms.known) ?? 0, median(ms.unknown) ?? 0];
      const gapMs = Math.abs(ofKnown - ofUnknown);
      if (gapMs > LIMIT_MS) isTold = true;
      process.stdout.write(
        `${path}: known ${ofKnown.toFixed(1)} ms, unknown ${ofUnknown.toFixed(1)} ms, apart ${gapMs.toFixed(1)} ms\n`,
      );
    }
    return isTold ? 1 : 0;
  } finally {
    await shop.close();
  }
}
