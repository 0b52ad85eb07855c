import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hashing.ts';

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
