import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { plainSecret } from '#contract/rules/typed-text.ts';
import { type Caller, createGate } from './hashing-queue.ts';

/** The hasher of a process, and what each caller has of it. */
export interface SharedHasher extends PasswordHasher {
  /** Its hashes wait in the caller's places. */
  forCaller(caller: Caller): PasswordHasher;
}

/** Hashes and checks passwords, recovery keys and temporary keys, alike in every Unicode form. */
export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /**
   * @param stored null (no such account): the same work is done, and the answer is false.
   * @param renew called with a new hash where the stored one is of another form, as they were made before.
   */
  verify(
    stored: string | null,
    secret: string,
    renew?: (newHash: string) => Promise<unknown>,
  ): Promise<boolean>;
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
    hash: (secret) => gate(caller, () => hash(plainSecret(secret), OPTIONS)),
    async verify(stored, secret, renew) {
      const found = await gate(caller, async () => findForm(stored ?? (await dummyHash), secret));
      if (stored === null || found === null) return false;
      if (renew && found !== plainSecret(secret)) await renew(await this.hash(secret));
      return true;
    },
  });
  return { ...forCaller({ bucket: 'the shop', isKnown: true }), forCaller };
}

/** @returns the form of the secret of which the hash is. Each is tried after a miss, whether or not there is an account. */
async function findForm(stored: string, secret: string): Promise<string | null> {
  for (const form of new Set([plainSecret(secret), secret, secret.normalize('NFD')]))
    if (await verify(stored, form)) return form;
  return null;
}
