import { describe, expect, test } from 'vitest';
import {
  filterAndRankBySearch,
  getSearchMatchPenalty,
  isTypoOfWord,
  parseSearchTerms,
  splitIntoSearchWords,
} from './search-words.ts';

test.each([
  ['Ẹ̀wà Àgọ̀yìn 50kg', ['ewa', 'agoyin', '50', 'kg']],
  ["Baker's ƘASA, ɗan", ['bakers', 'kasa', 'dan']],
  ['moi-moi 2.5L', ['moi', 'moi', '2', '5', 'l']],
  ['木', []],
])('the words of %j', (text, words) => {
  expect(splitIntoSearchWords(text)).toEqual(words);
});

test('of what was typed count eight words, and small ones only alone', () => {
  expect(parseSearchTerms('a bag of the rice')).toEqual(['bag', 'rice']);
  expect(parseSearchTerms('of')).toEqual(['of']);
  expect(parseSearchTerms('\u200bof\u200bada ｒｉｃｅ')).toEqual(['ofada', 'rice']);
  expect(parseSearchTerms('1 2 3 4 5 6 7 8 9')).toHaveLength(8);
});

describe('a typing fault', () => {
  test.each([
    ['gari', 'garri'],
    ['garrri', 'garri'],
    ['braed', 'bread'],
    ['maze', 'maize'],
    ['spageti', 'spaghetti'],
    ['tomatoe', 'tomato'],
  ])('%s for %s', (typed, word) => {
    expect(isTypoOfWord(typed, word)).toBe(true);
  });

  test.each([
    ['yam', 'jam'],
    ['oil', 'foil'],
    ['rice', 'spice'],
    ['2500', '2600'],
    ['beans', 'breads'],
    ['palm', 'pa'],
  ])('%s is none for %s', (typed, word) => {
    expect(isTypoOfWord(typed, word)).toBe(false);
  });
});

test('the word itself counts least, then its beginning, its part, a fault', () => {
  const ways = ['rice', 'ricecake', 'unriced', 'rise'].map(
    (word) => getSearchMatchPenalty('rice', word) ?? -1,
  );
  expect(ways).toEqual([...ways].sort((one, other) => one - other));
  expect(getSearchMatchPenalty('ri', 'tapri')).toBeNull();
  expect(getSearchMatchPenalty('rice', 'beans')).toBeNull();
});

test('parts and faults are looked for only where no word begins so', () => {
  const shop = ['Rise Flour', 'Local Rice'].map((title) => ({ title, category: '' }));
  expect(filterAndRankBySearch(shop, 'rice').map(({ title }) => title)).toEqual(['Local Rice']);
  expect(filterAndRankBySearch(shop, 'rixe').map(({ title }) => title)).toEqual(['Rise Flour', 'Local Rice']);
  expect(filterAndRankBySearch(shop, 'rice flour')).toEqual([]);
  const oils = ['Toilet Tissue', 'Palm Oil'].map((title) => ({ title, category: '' }));
  expect(filterAndRankBySearch(oils, 'oil').map(({ title }) => title)).toEqual(['Palm Oil']);
  expect(filterAndRankBySearch(oils, 'oile').map(({ title }) => title)).toEqual([
    'Toilet Tissue',
    'Palm Oil',
  ]);
});
