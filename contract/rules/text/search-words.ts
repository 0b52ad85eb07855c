import { normalizeTypedCode } from './typed-text.ts';

/**
 * Rules for matching a search. `search_words` in 0002_search.sql has the same rules, so that results do not differ
 * offline.
 */

/** Matches tone marks and apostrophes, because people leave them out when they type in a hurry. */
const MARKS = /[\u0300-\u036f'’ʼ]/g;
/** Maps Hausa letters that Unicode does not decompose into a plain letter and a mark. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };
const WORD_MAX = 40;
const WORDS_MAX = 8;
/** Stop words are ignored in a search, because they say nothing about a product. */
const SMALL_WORDS = new Set(['a', 'and', 'for', 'in', 'of', 'on', 'the', 'to', 'with']);

/** Folds a text for comparison: lower case, without tone marks and apostrophes, and with plain letters for hooked ones. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
}

/** Splits a text into lower-case words of the letters a-z; digits are separate words (`50kg` has two). */
export function splitIntoSearchWords(text: string): string[] {
  return (foldText(text).match(/[a-z]+|[0-9]+/g) ?? []).map((word) => word.slice(0, WORD_MAX));
}

/** @returns the first eight distinct words, without stop words unless nothing else is left. */
export function parseSearchTerms(search: string): string[] {
  const words = [...new Set(splitIntoSearchWords(normalizeTypedCode(search)))];
  const telling = words.filter((word) => !SMALL_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, WORDS_MAX);
}

/** The penalty that each kind of match adds to a product's rank; a worse match has a higher one. */
export const SEARCH_MATCH_PENALTIES = { exact: 0, synonym: 1, prefix: 2, substring: 4, typo: 8 } as const;

/**
 * Compares a search term with a word of the product. @returns the penalty of the match; null when they do not match.
 */
export function getSearchMatchPenalty(typed: string, word: string): number | null {
  if (word === typed) return SEARCH_MATCH_PENALTIES.exact;
  if (word.startsWith(typed)) return SEARCH_MATCH_PENALTIES.prefix;
  if (typed.length > 2 && word.includes(typed)) return SEARCH_MATCH_PENALTIES.substring;
  return isTypoOfWord(typed, word) ? SEARCH_MATCH_PENALTIES.typo : null;
}

/** @returns the number of allowed typing errors; 0 for a short word or a number. */
export function countAllowedTypos(typed: string): number {
  if (typed.length < 4 || /[0-9]/.test(typed)) return 0;
  return typed.length < 7 ? 1 : 2;
}

/**
 * Decides whether a word is a typing error of another: a few letters missing, added, replaced or swapped
 * (`countAllowedTypos`).
 */
export function isTypoOfWord(typed: string, word: string): boolean {
  const forgiven = countAllowedTypos(typed);
  if (forgiven === 0 || word.length < 3 || Math.abs(typed.length - word.length) > forgiven) return false;
  let before: number[] = [];
  let above = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let steps = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1])
        steps = Math.min(steps, (before[column - 2] ?? 0) + 1);
      current.push(steps);
    }
    [before, above] = [above, current];
  }
  return (above[word.length] ?? 0) <= forgiven;
}

/** Filters and ranks items by a search. Every term must match the title or the category. */
export function filterAndRankBySearch<Item extends { title: string; category: string }>(
  items: readonly Item[],
  search: string,
): Item[] {
  const typed = parseSearchTerms(search);
  const words = items.map(({ title, category }) => [
    ...new Set(splitIntoSearchWords(`${title} ${category}`)),
  ]);
  const isKnown = typed.map((one) => words.some((own) => own.some((word) => word.startsWith(one))));
  const scores = words.map((own) =>
    typed.reduce((sum, one, index) => {
      const ways = own.map((word) => getSearchMatchPenalty(one, word) ?? Number.POSITIVE_INFINITY);
      const best = Math.min(...ways, Number.POSITIVE_INFINITY);
      return sum + (isKnown[index] && best > SEARCH_MATCH_PENALTIES.prefix ? Number.POSITIVE_INFINITY : best);
    }, 0),
  );
  return items
    .map((item, index) => ({ item, score: scores[index] ?? 0 }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score)
    .map(({ item }) => item);
}
