import { afterEach, expect, it, vi } from 'vitest';
import { createAccessTokenService } from './tokens.ts';

const MINUTE_MS = 60_000;
const shopper = { id: 'ada', sessionId: 'here' };

afterEach(() => vi.useRealTimers());

it.each([60, 0, -60])('a token lasts 15 minutes of the shop, on a machine %d minutes ahead', (minutes) => {
  let shopMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: shopMs + minutes * MINUTE_MS });
  const tokens = createAccessTokenService({ tokenKey: 'k'.repeat(40) }, () => new Date(shopMs));
  const token = tokens.issue(shopper);
  shopMs += 14 * MINUTE_MS;
  expect(tokens.read(token)).toEqual(shopper);
  shopMs += MINUTE_MS;
  expect(tokens.read(token)).toBeNull();
});
