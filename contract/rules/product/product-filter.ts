import { screenPathPatterns } from '../../addresses.ts';
import { CATEGORY_LENGTH_MAX, SEARCH_LENGTH_MAX } from '../../limits.ts';
import { DEAL_STAGES, type DealStage } from '../group/deal-stage.ts';

/** A filter selects the products that meet all of its conditions; an empty filter selects all products. */
export interface ProductFilter {
  search: string;
  category: string;
  /** Selects only products whose open group is at this stage. */
  stage?: DealStage | undefined;
}

interface Query {
  get(name: string): string | null;
}

/** Normalises a typed search: removes characters that no product has and cuts it to the maximum length. */
export function normalizeSearchText(typed: string): string {
  return cleaned(typed, SEARCH_LENGTH_MAX);
}

/**
 * Reads the filter from the home page's URL, `?q=…&category=…&deals=…`. Anybody can write an address, so long values are
 * cut.
 */
export function parseProductFilter(query: Query): ProductFilter {
  return {
    search: normalizeSearchText(query.get('q') ?? ''),
    category: cleaned(query.get('category') ?? '', CATEGORY_LENGTH_MAX),
    stage: DEAL_STAGES.find((stage) => stage === query.get('deals')),
  };
}

/**
 * @returns the query of the home page's URL, beginning with `?`; equal filters have equal queries. Empty when all products
 * are listed.
 */
export function formatProductFilterQuery({ search, category, stage }: ProductFilter): string {
  const query = [
    search && `q=${encodeURIComponent(search)}`,
    category && `category=${encodeURIComponent(category)}`,
    stage && `deals=${stage}`,
  ]
    .filter(Boolean)
    .join('&');
  return query && `?${query}`;
}

export function isHomePageWithoutFilter(url: { pathname: string; searchParams: Query }): boolean {
  return (
    url.pathname === screenPathPatterns.home &&
    formatProductFilterQuery(parseProductFilter(url.searchParams)) === ''
  );
}

/** Removes control characters and lone surrogates, because a URL with a lone surrogate cannot be encoded. */
function cleaned(text: string, max: number): string {
  return text
    .slice(0, max)
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim();
}
