import { SEARCH_RESULTS_MAX } from '#contract/limits.ts';
import type { ProductFilter } from '#contract/rules/product/product-filter.ts';
import {
  getSearchMatchPenalty,
  parseSearchTerms,
  SEARCH_MATCH_PENALTIES,
} from '#contract/rules/text/search-words.ts';
import type { Queryable } from '../../db/database.ts';
import {
  findProductIdsBySearchTerms,
  findSimilarProductNames,
  type WeightedSearchTerm,
} from './search-repository.ts';
import { findClosestSynonym, getSynonyms, rewriteSearchWithSynonyms } from './synonyms.ts';

/** Penalties by where a search word is found: results with a smaller penalty rank higher. */
const PLACES = { title: 0, category: 3, description: 6 } as const;

/**
 * Searches products and returns one page of the results, best first.
 * @param category empty: all categories.
 */
export async function searchProducts(
  db: Queryable,
  { search, category, stage }: ProductFilter,
  page: number,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const typed = parseSearchTerms(search);
  const found = typed.length === 0 ? [] : await findBySearch(db, typed, { category, stage });
  return { ids: found.slice((page - 1) * limit, page * limit), total: found.length };
}

/**
 * Searches the terms as typed. If nothing is found, accepts typing errors, and finally products that match any term.
 */
async function findBySearch(
  db: Queryable,
  typed: string[],
  within: Omit<ProductFilter, 'search'>,
): Promise<string[]> {
  const find = (searches: WeightedSearchTerm[][][], has: 'all' | 'any') =>
    findProductIdsBySearchTerms(db, searches, { has, ...within, max: SEARCH_RESULTS_MAX });
  const found = await find(wordings(typed, typed, SEARCH_MATCH_PENALTIES.synonym, waysOf), 'all');
  if (found.length > 0) return found;
  const names = await findSimilarProductNames(
    db,
    typed.filter((word) => getSynonyms(word).length === 0),
  );
  if (names.size > 0) {
    const near = (word: string) => [...waysOf(word), ...nearWaysOf(word, names.get(word))];
    const meant = typed.map((word) => findClosestSynonym(names.has(word) ? word : '') ?? word);
    const nearly = await find(wordings(typed, meant, SEARCH_MATCH_PENALTIES.typo, near), 'all');
    if (nearly.length > 0) return nearly;
  }
  return typed.length === 1 ? [] : find([typed.map(namesOf)], 'any');
}

/** Lists the searches to run: the words as typed, and rewritings with synonyms of several words, which rank lower. */
function wordings(
  typed: string[],
  meant: string[],
  counts: number,
  ways: (word: string) => WeightedSearchTerm[],
): WeightedSearchTerm[][][] {
  const rewritten = rewriteSearchWithSynonyms(meant).map(([first = '', ...others]) => [
    ways(first).map((way) => ({ ...way, counts: way.counts + counts })),
    ...others.map(ways),
  ]);
  return [typed.map(ways), ...rewritten];
}

/** Lists the ways in which a search word may match: exactly, by synonyms and as the beginning of a word. */
function waysOf(word: string): WeightedSearchTerm[] {
  const described = { term: `2${word}`, counts: PLACES.description };
  return [...namesOf(word), ...named(`${word}:*`, SEARCH_MATCH_PENALTIES.prefix), described];
}

function namesOf(word: string): WeightedSearchTerm[] {
  return [
    ...named(word, SEARCH_MATCH_PENALTIES.exact),
    ...getSynonyms(word).flatMap((other) => named(other, SEARCH_MATCH_PENALTIES.synonym)),
  ];
}

/**
 * Lists looser matches for a search word with which no product word begins: as part of a word or with typing errors.
 */
function nearWaysOf(word: string, names: string[] = []): WeightedSearchTerm[] {
  const meant = findClosestSynonym(word);
  return [
    ...names.flatMap((name) => {
      const counts = getSearchMatchPenalty(word, name);
      return counts === null ? [] : named(name, counts);
    }),
    ...(meant ? getSynonyms(meant).flatMap((other) => named(other, SEARCH_MATCH_PENALTIES.typo)) : []),
  ];
}

function named(word: string, counts: number): WeightedSearchTerm[] {
  return [
    { term: `0${word}`, counts: counts + PLACES.title },
    { term: `1${word}`, counts: counts + PLACES.category },
  ];
}
