import { screens } from './addresses.ts';
import { CATEGORY_MAX, SEARCH_MAX } from './limits.ts';

/** A filter selects products by search term, by category or by both. An empty filter selects all products. */
export interface ProductFilter {
  search: string;
  category: string;
}

interface Query {
  get(name: string): string | null;
}

/** Normalises a typed search: removes characters that no product has and cuts it to the maximum length. */
export function normalSearch(typed: string): string {
  return cleaned(typed, SEARCH_MAX);
}

/** Reads the filter from a home address, `?q=…&category=…`. Anybody can write an address, so the length is cut. */
export function readFilter(query: Query): ProductFilter {
  return {
    search: normalSearch(query.get('q') ?? ''),
    category: cleaned(query.get('category') ?? '', CATEGORY_MAX),
  };
}

/** @returns the query of a home address with its `?`, the same for equal filters; empty for all products. */
export function filterQuery({ search, category }: ProductFilter): string {
  const parts = [
    ...(search ? [`q=${encodeURIComponent(search)}`] : []),
    ...(category ? [`category=${encodeURIComponent(category)}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

export function isUnfilteredHome(url: { pathname: string; searchParams: Query }): boolean {
  return url.pathname === screens.home && filterQuery(readFilter(url.searchParams)) === '';
}

/** Removes control characters and lone surrogates, which neither titles nor addresses contain. */
function cleaned(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim();
}
