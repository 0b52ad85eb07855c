import { plainCode } from './typed-text.ts';

/**
 * How a search is read, alike on server and phone: which words a text has, and by what a word that was typed finds
 * another. The database folds as `search_words` does (0003_search.sql).
 */

/** Marks of tone, and apostrophes: who types in a hurry leaves them out. */
const MARKS = /[\u0300-\u036f'’ʼ]/g;
/** Letters of Hausa that no normal form takes apart. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };
const WORD_MAX = 40;
const WORDS_MAX = 8;
/** They say nothing of a product. */
const SMALL_WORDS = new Set(['a', 'and', 'for', 'in', 'of', 'on', 'the', 'to', 'with']);

/** The words of a text: small letters a-z without marks, figures apart (`50kg` has two). */
export function foldedWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter);
  return (plain.match(/[a-z]+|[0-9]+/g) ?? []).map((word) => word.slice(0, WORD_MAX));
}

/** The first eight different words of what was typed, without the small ones where others are left. */
export function typedWords(search: string): string[] {
  const words = [...new Set(foldedWords(plainCode(search)))];
  const telling = words.filter((word) => !SMALL_WORDS.has(word));
  return (telling.length > 0 ? telling : words).slice(0, WORDS_MAX);
}

/** How a typed word finds another, the best first; each is also what it counts against the product. */
export const FOUND_BY = { itself: 0, everyday: 1, beginning: 2, part: 4, fault: 8 } as const;

/** @returns what finding the word by the typed one counts, null where it does not find it. */
export function findsBy(typed: string, word: string): number | null {
  if (word === typed) return FOUND_BY.itself;
  if (word.startsWith(typed)) return FOUND_BY.beginning;
  if (typed.length > 2 && word.includes(typed)) return FOUND_BY.part;
  return isTypingFault(typed, word) ? FOUND_BY.fault : null;
}

/** How many letters may be wrong: none in a short word or in a figure. */
export function faultsForgiven(typed: string): number {
  if (typed.length < 4 || /[0-9]/.test(typed)) return 0;
  return typed.length < 7 ? 1 : 2;
}

/** Whether the word is the typed one but for a letter that is missing, too many, another, or in its neighbour's place. */
export function isTypingFault(typed: string, word: string): boolean {
  const forgiven = faultsForgiven(typed);
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

/**
 * Products whose titles and categories have every typed word, the best first: what a phone can find by itself. A
 * part of a word and a typing fault are only looked for where no word begins as it was typed.
 */
export function findAmong<Item extends { title: string; category: string }>(
  items: readonly Item[],
  search: string,
): Item[] {
  const typed = typedWords(search);
  const words = items.map(({ title, category }) => [...new Set(foldedWords(`${title} ${category}`))]);
  const isKnown = typed.map((one) => words.some((own) => own.some((word) => word.startsWith(one))));
  const scores = words.map((own) =>
    typed.reduce((sum, one, index) => {
      const ways = own.map((word) => findsBy(one, word) ?? Number.POSITIVE_INFINITY);
      const best = Math.min(...ways, Number.POSITIVE_INFINITY);
      return sum + (isKnown[index] && best > FOUND_BY.beginning ? Number.POSITIVE_INFINITY : best);
    }, 0),
  );
  return items
    .map((item, index) => ({ item, score: scores[index] ?? 0 }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score)
    .map(({ item }) => item);
}
