import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startShop } from '../tests/support/shop.ts';
import { callShop, newAccount, Shopper } from '../tests/support/shopper.ts';

/** The difference of medians that a guesser over the network could use. */
const LIMIT_MS = 2;
/** Ten misses lock a recovery key, known or not, and a locked one is answered without a hash: each is tried less often. */
const TRIES_OF_ONE = 9;

const USAGE = `Measures whether the time of an answer tells if an account exists (invariant I23). To be run on an idle machine.

  node bench/run.mjs sign-in-timing.ts [--runs 60]
`;

/** @returns the exit code: 1 when known and unknown addresses can be told apart. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '60' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const shop = await startShop({ env: { RATE_LIMIT_FACTOR: '100000' } });
  let isTold = false;
  try {
    const runs = Number(values.runs);
    const known: string[] = [];
    const unknown: string[] = [];
    for (let each = 0; each < Math.ceil(runs / TRIES_OF_ONE); each += 1) {
      known.push((await Shopper.signUp(shop.url)).account.email);
      unknown.push(`${randomUUID()}@example.com`);
    }
    const calls = {
      '/api/auth/login': (email: string) => ({ email, password: 'not the password', platform: 'web' }),
      '/api/auth/verify-recovery-key': (email: string) => ({
        email,
        secretRecoveryKey: 'not the key at all',
      }),
      '/api/auth/request-recovery-key-reset': (email: string) => ({
        email,
        phone: newAccount().phone,
        reason: 'I have lost it',
      }),
      '/api/auth/use-temporary-recovery-key': (email: string) => ({
        email,
        temporaryKey: 'ABCD01234567',
        newRecoveryKey: 'not the key at all',
      }),
    };
    for (const [path, bodyFor] of Object.entries(calls)) {
      const knownMs: number[] = [];
      const unknownMs: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const each = run % known.length;
        const timeKnown = async () =>
          knownMs.push(await time(shop.url, path, bodyFor(known[each] as string)));
        const timeUnknown = async () =>
          unknownMs.push(await time(shop.url, path, bodyFor(unknown[each] as string)));
        // Who comes second finds a warmer shop.
        const [first, second] = run % 2 ? [timeKnown, timeUnknown] : [timeUnknown, timeKnown];
        await first();
        await second();
      }
      const gapMs = Math.abs(median(knownMs) - median(unknownMs));
      if (gapMs > LIMIT_MS) isTold = true;
      process.stdout.write(
        `${path}: known ${median(knownMs).toFixed(1)} ms, unknown ${median(unknownMs).toFixed(1)} ms, apart ${gapMs.toFixed(1)} ms\n`,
      );
    }
    return isTold ? 1 : 0;
  } finally {
    await shop.close();
  }
}

async function time(shopUrl: string, path: string, body: unknown): Promise<number> {
  const startedMs = performance.now();
  await callShop(shopUrl, 'POST', path, { body });
  return performance.now() - startedMs;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
