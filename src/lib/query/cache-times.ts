import { isSaveDataOn } from '../browser/metered-connection.ts';

/** Milliseconds for which fetched data counts as fresh and is not fetched again. @source spec section 7 */
export const QUERY_STALE_TIME_MS = {
  /** The shop's settings change mostly at a server restart, so five minutes are short enough. */
  config: 5 * 60_000,
  /** The server caches the product list for 15 s, so fetching it sooner would bring nothing new. */
  products: 60_000,
  product: 60_000,
  /** Group progress is fresh only briefly, because it changes with every purchase. */
  live: 5_000,
  lists: 30_000,
  wallet: 5_000,
  cart: 15 * 60_000,
} as const;

export const QUERY_POLL_INTERVAL_MS = {
  /** The interval at which a visitor's open product page fetches the group's progress. */
  progress: 30_000,
  /** Lists are polled half as often with Save-Data. @source offline.md section 8 */
  lists: () => (isSaveDataOn() ? 60_000 : 30_000),
  wallet: 10_000,
} as const;

export const QUERY_CACHE_LIFETIME_MS = {
  default: 5 * 60_000,
  cart: 60 * 60_000,
  persisted: 24 * 60 * 60_000,
} as const;
