import { expect, test } from 'vitest';
import { QUERY_CACHE_LIFETIME_MS } from '../../lib/query/cache-times.ts';
import { isCacheEntryFresh } from './persisted-queries.ts';

const NOW = 1_700_000_000_000;
const DAY_MS = 24 * 60 * 60_000;

test.each([
  [-DAY_MS, false],
  [-DAY_MS + 1, true],
  [60_000, true],
  [60_001, false],
])('an answer dated %i ms from now is believed: %s', (fromNowMs, isBelieved) => {
  expect(isCacheEntryFresh(QUERY_CACHE_LIFETIME_MS.persisted, NOW + fromNowMs, NOW)).toBe(isBelieved);
});
