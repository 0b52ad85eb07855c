import { expect, test } from 'vitest';
import {
  classifyRefreshTokenUse,
  createRefreshToken,
  deriveNextRefreshToken,
  PREVIOUS_REFRESH_TOKEN_GRACE_MS,
} from './refresh-token.ts';

const now = new Date('2026-01-01T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);

test.each([
  ['the first token, never presented', 0, null, null, 'rotate'],
  ['the newest token', 3, 2, ago(60_000), 'rotate'],
  ['a token presented again, its successor never seen', 2, 2, ago(10 * 86_400_000), 'repeat'],
  ['the predecessor within 30 s of its successor', 1, 2, ago(PREVIOUS_REFRESH_TOKEN_GRACE_MS), 'repeat'],
  ['the predecessor after 30 s', 1, 2, ago(PREVIOUS_REFRESH_TOKEN_GRACE_MS + 1), 'reused'],
  ['a token two generations old, at once', 0, 2, ago(0), 'reused'],
])('%s', (_name, generation, newestPresented, newestPresentedAt, verdict) => {
  const seen = { generation, newestPresented, newestPresentedAt, presentedFrom: null };
  expect(classifyRefreshTokenUse(seen, now, 'phone')).toBe(verdict);
  // A token that another browser has sent before counts as copied, whatever its age.
  expect(classifyRefreshTokenUse({ ...seen, presentedFrom: 'phone' }, now, 'phone')).toBe(verdict);
  expect(classifyRefreshTokenUse({ ...seen, presentedFrom: 'elsewhere' }, now, 'phone')).toBe('reused');
});

test('a token has one successor for each server key', () => {
  const token = createRefreshToken();
  const key = Buffer.alloc(32, 1);
  expect(deriveNextRefreshToken(token, key)).toBe(deriveNextRefreshToken(token, key));
  expect(deriveNextRefreshToken(token, key)).not.toBe(deriveNextRefreshToken(token, Buffer.alloc(32, 2)));
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});
