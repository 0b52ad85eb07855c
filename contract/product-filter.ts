import { screens } from './addresses.ts';
import { CATEGORY_MAX, SEARCH_MAX } from './limits.ts';

/** What of the shop is looked at: by words, by category, by both. Both empty: all of it. */
export interface ProductFilter {
  search: string;
  category: string;
}

/** The query of an address. */
interface Query {
  get(name: string): string | null;
}

/** What a shopper typed, as it is looked for: without what no product has, and cut where it is too long. */
export function searchOf(typed: string): string {
  return cleaned(typed, SEARCH_MAX);
}

/** The filter in an address of home, `?q=…&category=…`. An address can be anybody's, so it is cut as well. */
export function readFilter(query: Query): ProductFilter {
  return {
    search: searchOf(query.get('q') ?? ''),
    category: cleaned(query.get('category') ?? '', CATEGORY_MAX),
  };
}

/** @returns the query of home's address, with its `?`, always the same for the same filter; empty for the whole shop. */
export function filterQuery({ search, category }: ProductFilter): string {
  const parts = [
    ...(search ? [`q=${encodeURIComponent(search)}`] : []),
    ...(category ? [`category=${encodeURIComponent(category)}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Whether an address, as a `URL`, is home with the whole shop on it. */
export function isWholeShop(url: { pathname: string; searchParams: Query }): boolean {
  return url.pathname === screens.home && filterQuery(readFilter(url.searchParams)) === '';
}

/** Control characters and halves of a character stand in no title, and in no address. */
function cleaned(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim();
}
