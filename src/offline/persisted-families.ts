import type { Query, QueryKey } from '@tanstack/react-query';
import { CART_STORED_MS } from '#contract/limits.ts';

/** Which answers are kept on the phone: only the families named here, and never what was searched for. */

const PUBLIC_FAMILIES = ['config', 'products', 'product', 'group', 'centres'];
const USER_FAMILIES = [
  'cart',
  'groups',
  'group-stats',
  'notifications',
  'unread-count',
  'referral',
  'wallet',
];

export const KEPT_MS = 24 * 60 * 60_000;
/** Families that are kept shorter: a cart is believed for as long as its copy under the specification's own name. */
const KEPT_SHORTER_MS: Readonly<Record<string, number>> = { cart: CART_STORED_MS };
const PRODUCTS_KEPT = 60;

/** One blob of answers: everybody's, or one shopper's. */
export type Shelf = { kind: 'public' } | { kind: 'user'; userId: string };

export function shelfKey(shelf: Shelf): string {
  return shelf.kind === 'public' ? 'qc|public' : `qc|user|${shelf.userId}`;
}

/** The prefixes of the families on a shelf, for their defaults. */
export function familyKeys(shelf: Shelf): QueryKey[] {
  return shelf.kind === 'public'
    ? PUBLIC_FAMILIES.map((family) => ['public', family])
    : USER_FAMILIES.map((family) => ['u', shelf.userId, family]);
}

function belongsTo(shelf: Shelf, key: QueryKey): boolean {
  if (shelf.kind === 'public') return key[0] === 'public' && PUBLIC_FAMILIES.includes(String(key[1]));
  return key[0] === 'u' && key[1] === shelf.userId && USER_FAMILIES.includes(String(key[2]));
}

function holdsSearch(key: QueryKey): boolean {
  return key.some((part) => typeof part === 'object' && part !== null && 'search' in part);
}

/** An entry that is a day old says nothing any more; one from the future was dated by a wrong clock. */
export function isYoung(key: QueryKey, updatedAtMs: number, nowMs: number): boolean {
  const keptMs = (key[0] === 'u' && KEPT_SHORTER_MS[String(key[2])]) || KEPT_MS;
  return updatedAtMs > nowMs - keptMs && updatedAtMs <= nowMs + 60_000;
}

/** Not kept, as under the specification's own name: where no cart is known the server is waited for. */
function isEmptyCart({ queryKey, state }: Query): boolean {
  if (queryKey[0] !== 'u' || queryKey[2] !== 'cart') return false;
  return (state.data as { items?: readonly unknown[] } | undefined)?.items?.length === 0;
}

/**
 * @param queries all of the cache.
 * @returns which of them go on the shelf: answered, young, of a kept family; of the products the newest 60.
 */
export function queriesToKeep(shelf: Shelf, queries: readonly Query[], nowMs: number): Set<string> {
  const kept = queries.filter(
    (query) =>
      query.state.status === 'success' &&
      belongsTo(shelf, query.queryKey) &&
      !holdsSearch(query.queryKey) &&
      !isEmptyCart(query) &&
      isYoung(query.queryKey, query.state.dataUpdatedAt, nowMs),
  );
  const products = kept
    .filter((query) => query.queryKey[1] === 'product')
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, PRODUCTS_KEPT);
  const others = kept.filter((query) => query.queryKey[1] !== 'product');
  return new Set([...products, ...others].map((query) => query.queryHash));
}
