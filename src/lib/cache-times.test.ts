import { expect, test } from 'vitest';
import { CACHE_MS, POLL_INTERVAL_MS, STALE_MS } from './cache-times.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

test('an answer counts as fresh as long as was specified', () => {
  expect(STALE_MS).toEqual({
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
  expect([POLL_INTERVAL_MS.wallet, POLL_INTERVAL_MS.progress, POLL_INTERVAL_MS.lists()]).toEqual([
    10 * SECOND,
    30 * SECOND,
    30 * SECOND,
  ]);
});

test('an answer is kept 5 minutes, a cart an hour, what is on the phone a day', () => {
  expect(CACHE_MS).toEqual({ default: 5 * MINUTE, cart: HOUR, persisted: 24 * HOUR });
});
