import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { normalizeSecret } from '#contract/rules/text/typed-text.ts';
import { createHashingQueue, type HashingQueueCaller } from './hashing-queue.ts';

export interface CallerAwarePasswordHasher extends PasswordHasher {
  forCaller(caller: HashingQueueCaller): PasswordHasher;
}

/**
 * Hashes and checks passwords and recovery keys. Different Unicode forms of the same text match, because keyboards
 * differ.
 */
export interface PasswordHasher {
  hash(secret: string): Promise<string>;
  /** @param stored hash of the account; null: no such account, which must not be revealed by a faster check. */
  verify(stored: string | null, secret: string): Promise<boolean>;
}

const PARALLEL = 2;
const QUEUE = 50;
/** Options of the hash algorithm argon2id, which is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Creates the password hasher. At most two hashes run at once, because file access and DNS lookups wait for the same
 * threads.
 * @throws {DomainError} `too_many_requests` when the queue is full.
 * @source accounts.md
 */
export function createPasswordHasher(): CallerAwarePasswordHasher {
  const gate = createHashingQueue(PARALLEL, QUEUE);
  // The dummy hash is computed in advance, so that the first sign-in with an unknown e-mail is not slower.
  const dummyHash = hash(randomBytes(16).toString('hex'), OPTIONS);
  const forCaller = (caller: HashingQueueCaller): PasswordHasher => ({
    hash: (secret) => gate(caller, () => hash(normalizeSecret(secret), OPTIONS)),
    async verify(stored, secret) {
      const isEqual = await gate(caller, async () =>
        verify(stored ?? (await dummyHash), normalizeSecret(secret)),
      );
      return stored !== null && isEqual;
    },
  });
  return { ...forCaller({ bucket: 'the shop', isKnown: true }), forCaller };
}
