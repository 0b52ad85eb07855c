import { SEARCH_FOUND_MAX } from '#contract/limits.ts';
import type { ProductFilter } from '#contract/product-filter.ts';
import { FOUND_BY, faultsForgiven, findsBy, typedWords } from '#contract/rules/search-words.ts';
import type { Queryable } from '../../db/database.ts';
import { everydayWords, meantEverydayWord, rewrittenSearches } from './everyday-words.ts';
import {
  type FoundProduct,
  findWithAll,
  findWithAny,
  findWordsNear,
  findWordsWith,
  type SearchTerm,
} from './search-repository.ts';

/** Places of a word in a product. */
const CATEGORY = 1;
const DESCRIPTION = 2;

/**
 * One page of what a search finds, the best first.
 *
 * @param category empty: of every category.
 * @returns ids, in order, and how many there are in all, at most `SEARCH_FOUND_MAX`.
 */
export async function findSearched(
  db: Queryable,
  { search, category }: ProductFilter,
  page: number,
  limit: number,
): Promise<{ ids: string[]; total: number }> {
  const found = await findBySearch(db, typedWords(search), category === '' ? null : category);
  const ids = found.slice((page - 1) * limit, page * limit).map(({ id }) => id);
  return { ids, total: found.length };
}

async function findBySearch(
  db: Queryable,
  typed: string[],
  category: string | null,
): Promise<FoundProduct[]> {
  if (typed.length === 0) return [];
  const searches = rewordings(typed);
  const words = await findMeant(db, [...new Set(searches.flatMap((search) => search.words))]);
  const found: FoundProduct[][] = [];
  for (const search of searches) {
    // The words as they were typed find the best.
    if (found.flat().length >= SEARCH_FOUND_MAX) break;
    const terms = termsOf(search.words, (word) => words.get(word) ?? []);
    const all = await findWithAll(db, terms, search.words.length, category, SEARCH_FOUND_MAX);
    found.push(all.map((product) => ({ ...product, score: product.score + search.counts })));
  }
  const best = bestFirst(found.flat());
  if (best.length > 0 || typed.length === 1) return best;
  // No product has all that was typed: those that are called by some of it.
  const named = (word: string): Meant[] => [
    { term: word, counts: FOUND_BY.itself, lastPlace: CATEGORY },
    ...everydayTerms(word, FOUND_BY.everyday),
  ];
  return findWithAny(db, termsOf(typed, named), category, SEARCH_FOUND_MAX);
}

/** The search as it was typed and in other words, also in those of which a typed one is a typing fault. */
function rewordings(typed: string[]): { words: string[]; counts: number }[] {
  const meant = typed.map((word) => meantEverydayWord(word) ?? word);
  const isMeant = meant.some((word, index) => word !== typed[index]);
  return [
    { words: typed, counts: FOUND_BY.itself },
    ...rewrittenSearches(typed).map((words) => ({ words, counts: FOUND_BY.everyday })),
    ...(isMeant ? rewrittenSearches(meant).map((words) => ({ words, counts: FOUND_BY.fault })) : []),
  ];
}

/** Each product once, by the best way in which it was found. */
function bestFirst(found: FoundProduct[]): FoundProduct[] {
  const best = new Map<string, FoundProduct>();
  for (const product of found) {
    const known = best.get(product.id);
    if (!known || product.score < known.score) best.set(product.id, product);
  }
  return [...best.values()]
    .sort(
      (one, other) =>
        one.score - other.score || one.listedAt - other.listedAt || (one.id < other.id ? -1 : 1),
    )
    .slice(0, SEARCH_FOUND_MAX);
}

/** A term that a typed word may be looked for by. */
type Meant = Omit<SearchTerm, 'slot'>;

function termsOf(search: readonly string[], meant: (word: string) => Meant[]): SearchTerm[] {
  return search.flatMap((word, index) => meant(word).map((term) => ({ slot: index + 1, ...term })));
}

/** What each word may be looked for by. Only as it was typed is it looked for in descriptions. */
async function findMeant(db: Queryable, typed: string[]): Promise<Map<string, Meant[]>> {
  const holding = await findWordsWith(db, typed);
  const isKnown = (word: string, index: number) =>
    everydayWords(word).length > 0 || holding.some((one) => one.typed === index && one.word.startsWith(word));
  const unknown = typed.flatMap((word, index) => (isKnown(word, index) ? [] : [{ word, index }]));
  const isUnknown = (word: string) => unknown.some((one) => one.word === word);
  const shortenings = unknown.flatMap(({ word, index }) =>
    shorteningsOf(word).map((key) => ({ typed: index, key })),
  );
  const words = [...holding, ...(shortenings.length > 0 ? await findWordsNear(db, shortenings) : [])];
  return new Map(
    typed.map((word, index) => {
      const found = words.flatMap((one) => {
        const counts = one.typed === index ? findsBy(word, one.word) : null;
        // Who types 'oil' does not look for toilet paper, where there is oil.
        const isWanted = counts !== null && (counts <= FOUND_BY.beginning || isUnknown(word));
        return counts && isWanted ? [{ term: one.word, counts, lastPlace: CATEGORY }] : [];
      });
      const itself = { term: word, counts: FOUND_BY.itself, lastPlace: DESCRIPTION };
      const meant = isUnknown(word) ? meantEverydayWord(word) : undefined;
      const byFault = meant === undefined ? [] : everydayTerms(meant, FOUND_BY.fault);
      return [word, [itself, ...everydayTerms(word, FOUND_BY.everyday), ...found, ...byFault]];
    }),
  );
}

function everydayTerms(word: string, counts: number): Meant[] {
  return everydayWords(word).map((term) => ({ term, counts, lastPlace: CATEGORY }));
}

const SHORTENED_FROM = 7;

/** What is left of the first seven letters when as many as are forgiven are taken away, as `search_keys_of` has it. */
function shorteningsOf(word: string): string[] {
  const forgiven = faultsForgiven(word);
  if (forgiven === 0) return [];
  let last = [word.slice(0, SHORTENED_FROM)];
  const all = new Set(last);
  for (let taken = 0; taken < forgiven; taken += 1) {
    last = last.flatMap((text) =>
      Array.from(text, (_, index) => text.slice(0, index) + text.slice(index + 1)),
    );
    for (const text of last) all.add(text);
  }
  return [...all];
}
