import { afterEach, expect, test, vi } from 'vitest';
import { createRandomUuid } from './random-uuid.ts';

afterEach(() => void vi.unstubAllGlobals());

test('without a secure context a key is made of random bytes, version and variant as in every UUID', () => {
  for (const [byte, key] of [
    [0x00, '00000000-0000-4000-8000-000000000000'],
    [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
    [0x0a, '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a'],
  ] as const) {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) });
    expect(createRandomUuid()).toBe(key);
  }
});
