import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startShop } from '../tests/support/shop.ts';
import { callShop, newAccount, Shopper } from '../tests/support/shopper.ts';

/** The difference of medians that a guesser over the network could use. */
const LIMIT_MS = 20;

const USAGE = `Measures whether the time of an answer tells if an account exists (invariant I23).

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
    const known = (await Shopper.signUp(shop.url)).account.email;
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
    };
    for (const [path, bodyFor] of Object.entries(calls)) {
      const knownMs: number[] = [];
      const unknownMs: number[] = [];
      for (let run = 0; run < Number(values.runs); run += 1) {
        knownMs.push(await time(shop.url, path, bodyFor(known)));
        unknownMs.push(await time(shop.url, path, bodyFor(`${randomUUID()}@example.com`)));
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
