import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { type Caller, createGate } from './hashing-queue.ts';

/** The hasher of a process, and what each caller has of it. */
export interface SharedHasher extends PasswordHasher {
  /** Its hashes wait in the caller's places. */
  forCaller(caller: Caller): PasswordHasher;
}

/** Hashes and checks passwords, recovery keys and temporary keys. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /** `stored` null (no such account): the same work is done, and the answer is false. */
  verify(stored: string | null, secret: string): Promise<boolean>;
}

const PARALLEL = 2;
const QUEUE = 50;
/** argon2id is the library's own default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * At most two hashes run at once, because they share the thread pool with files and names; at most fifty wait, in
 * fair shares.
 *
 * @throws {DomainError} `too_many_requests` when the queue is full.
 * @source accounts.md
 */
export function createPasswordHasher(): SharedHasher {
  const gate = createGate(PARALLEL, QUEUE);
  // Made now: the first unknown email must not take twice as long as the others.
  const dummyHash = hash(randomBytes(16).toString('hex'), OPTIONS);
  const forCaller = (caller: Caller): PasswordHasher => ({
    hash: (secret) => gate(caller, () => hash(secret, OPTIONS)),
    verify: (stored, secret) =>
      gate(caller, async () => {
        const known = stored ?? (await dummyHash);
        const matches = await verify(known, secret);
        return matches && stored !== null;
      }),
  });
  return { ...forCaller({ bucket: 'the shop', isKnown: true }), forCaller };
}
