import { expect, test } from 'vitest';
import { calculateTakeLessNaira } from './take-less.ts';

test('the part that is given up comes back, rounded down to whole naira so that the line keeps the rest', () => {
  expect(calculateTakeLessNaira(150_000, 3, 1)).toBe(100_000);
  expect(calculateTakeLessNaira(100, 3, 2)).toBe(33);
  expect(calculateTakeLessNaira(1, 2, 1)).toBe(0);
});
