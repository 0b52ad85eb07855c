import { expect, test } from 'vitest';
import { formatBaseUnitQuantity, formatBaseUnitsOfTotal } from './unit-quantity.ts';

test.each([
  [250, 'kg', '250 kg'],
  [1, 'litre', '1 litre'],
  [1_250, 'litre', '1,250 litres'],
  [3, 'bag', '3 bags'],
  [2, 'box', '2 boxes'],
  [5, 'L', '5 L'],
  [2, 'tin of 400 g', '2 tin of 400 g'],
  [1, null, '1 item'],
  [20, '', '20 items'],
])('%i of %s is %s', (count, name, words) => {
  expect(formatBaseUnitQuantity(count, name)).toBe(words);
});

test('a minimum is said with its unit once', () => {
  expect(formatBaseUnitsOfTotal(380, 500, 'kg')).toBe('380 of 500 kg');
});
