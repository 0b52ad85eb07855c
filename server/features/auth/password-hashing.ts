import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../http/error-handler.ts';

/** Hashes and checks passwords, recovery keys and temporary keys. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /** `stored` null (no such account): the same work is done, and the answer is false. */
  verify(stored: string | null, secret: string): Promise<boolean>;
}

const PARALLEL = 2;
const QUEUE = 50;
const RETRY_AFTER_S = 2;
/** argon2id is the library's own default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * At most two hashes run at once, because they share the thread pool with files and names; at most fifty wait.
 *
 * @throws {DomainError} `too_many_requests` when the queue is full.
 * @source accounts.md
 */
export function createPasswordHasher(): PasswordHasher {
  const gate = createGate(PARALLEL, QUEUE);
  // Made now: the first unknown email must not take twice as long as the others.
  const dummyHash = hash(randomBytes(16).toString('hex'), OPTIONS);
  return {
    hash: (secret) => gate(() => hash(secret, OPTIONS)),
    verify: (stored, secret) =>
      gate(async () => {
        const known = stored ?? (await dummyHash);
        const matches = await verify(known, secret);
        return matches && stored !== null;
      }),
  };
}

type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Exported for its test: lets `parallel` works run, `queue` wait, and refuses the rest. */
export function createGate(parallel: number, queue: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < parallel) running += 1;
    else {
      if (waiting.length >= queue)
        throw new DomainError('too_many_requests', {
          retryAfterSeconds: RETRY_AFTER_S,
        });
      // The one that ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
