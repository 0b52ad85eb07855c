import { expect, test } from 'vitest';
import { createGate, createPasswordHasher } from './password-hashing.ts';

test('two run, fifty wait, the rest is refused with 429', async () => {
  const gate = createGate(2, 50);
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
  };
  // And again: what ended has given its place back, once.
  for (let rush = 0; rush < 2; rush += 1) {
    const results = Promise.allSettled(Array.from({ length: 55 }, () => gate(work)));
    while (release.length > 0) {
      release.shift()?.();
      await new Promise(setImmediate);
    }
    const settled = await results;
    const refused = settled.filter((one) => one.status === 'rejected').map((one) => one.reason);
    expect(refused.map((one) => [one.status, one.details.retryAfterSeconds])).toEqual(
      Array(3).fill([429, 2]),
    );
  }
  expect(most).toBe(2);
});

test('of 55 passwords that come at once three are refused', async () => {
  const { hash } = createPasswordHasher();
  const settled = await Promise.allSettled(Array.from({ length: 55 }, () => hash('correct horse')));
  expect(settled.filter((one) => one.status === 'rejected')).toHaveLength(3);
});

test('a missing account costs a hash too and never matches', async () => {
  const hasher = createPasswordHasher();
  const stored = await hasher.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.verify(stored, 'correct horse')).toBe(true);
  expect(await hasher.verify(stored, 'wrong')).toBe(false);
  expect(await hasher.verify(null, 'correct horse')).toBe(false);
});
