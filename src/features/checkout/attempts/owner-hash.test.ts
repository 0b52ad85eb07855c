import { afterEach, expect, test, vi } from 'vitest';
import { hashOwnerId } from './owner-hash.ts';

afterEach(() => void vi.unstubAllGlobals());

test('without a secure context a row of a shopper who signed out is still theirs alone', async () => {
  vi.stubGlobal('crypto', {});
  const hashes = await Promise.all(['ada', 'ada', 'bola', ''].map(hashOwnerId));
  expect(hashes[0]).toMatch(/^#[0-9a-f]{16}$/);
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(3);
});
