import { isSaveDataOn } from './metered-connection.ts';

/** Defines how long data is fresh and how often it is refetched, in milliseconds. @source spec section 7 */
export const QUERY_STALE_MS = {
  /** The shop's settings change only with a restart. */
  config: 5 * 60_000,
  /** The server caches the list for 15 s. */
  products: 60_000,
  product: 60_000,
  /** Lifetime of group progress, which changes often. */
  live: 5_000,
  lists: 30_000,
  wallet: 5_000,
  cart: 15 * 60_000,
} as const;

export const QUERY_POLL_INTERVAL_MS = {
  /** Group progress on a visitor's open product page. */
  progress: 30_000,
  /** Save-Data halves the frequency. @source offline.md section 8 */
  lists: () => (isSaveDataOn() ? 60_000 : 30_000),
  wallet: 10_000,
} as const;

export const QUERY_CACHE_MS = {
  default: 5 * 60_000,
  cart: 60 * 60_000,
  persisted: 24 * 60 * 60_000,
} as const;
