import { expect, test } from 'vitest';
import { QUERY_CACHE_LIFETIME_MS, QUERY_POLL_INTERVAL_MS, QUERY_STALE_TIME_MS } from './cache-times.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

test('an answer counts as fresh as long as was specified', () => {
  expect(QUERY_STALE_TIME_MS).toEqual({
    config: 5 * MINUTE,
    products: MINUTE,
    product: MINUTE,
    live: 5 * SECOND,
    lists: 30 * SECOND,
    wallet: 5 * SECOND,
    cart: 15 * MINUTE,
  });
});

test('the wallet is asked for every 10 s, progress and lists every 30 s', () => {
  expect([
    QUERY_POLL_INTERVAL_MS.wallet,
    QUERY_POLL_INTERVAL_MS.progress,
    QUERY_POLL_INTERVAL_MS.lists(),
  ]).toEqual([10 * SECOND, 30 * SECOND, 30 * SECOND]);
});

test('an answer is kept 5 minutes, a cart an hour, what is on the phone a day', () => {
  expect(QUERY_CACHE_LIFETIME_MS).toEqual({ default: 5 * MINUTE, cart: HOUR, persisted: 24 * HOUR });
});
