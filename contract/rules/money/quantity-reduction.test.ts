import { expect, test } from 'vitest';
import { calculateQuantityReductionRefund } from './quantity-reduction.ts';

test('the part that is given up comes back, rounded down to whole naira so that the line keeps the rest', () => {
  expect(calculateQuantityReductionRefund(150_000, 3, 1)).toBe(100_000);
  expect(calculateQuantityReductionRefund(100, 3, 2)).toBe(33);
  expect(calculateQuantityReductionRefund(1, 2, 1)).toBe(0);
});
