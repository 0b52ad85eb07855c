import { expect, test } from 'vitest';
import { shuffle } from './shuffle.ts';

test('every place of the list takes part in the draw, the last one too', () => {
  const drawn = [0.999, 0, 0];
  expect(shuffle(['a', 'b', 'c', 'd'], () => drawn.shift() ?? 1)).toEqual(['b', 'c', 'a', 'd']);
  expect(drawn).toEqual([]);
});

test('the list that was given stays as it is', () => {
  const given = ['a', 'b'];
  expect(shuffle(given, () => 0)).toEqual(['b', 'a']);
  expect(given).toEqual(['a', 'b']);
});
