import { expect, test } from 'vitest';
import { parsePackSizes } from './pack-sizes.ts';

test.each([
  [['Bag 50 kg', '25kg', '5 Kilos'], 'kg', [50, 25, 5]],
  [['50 kg', '500 g', '0.25kg'], 'g', [50_000, 500, 250]],
  [['25 litres', '1 l'], 'litre', [25, 1]],
  [['75cl', '1.5 L'], 'ml', [750, 1500]],
  [['Pack of 6', 'Carton (24 pieces)', '1 pc'], 'piece', [6, 24, 1]],
])('%j are sizes in %s', (texts, baseUnitName, quantities) => {
  expect(parsePackSizes(texts)).toEqual({ baseUnitName, quantities });
});

test.each([
  [['Small', 'Medium']],
  [['5 kg', '5 litres']],
  [['5 kg', '5000 g']],
  [['12 x 500 ml', '500 ml']],
  [['1,5 kg', '3 kg']],
  [['8GB', '16GB']],
  [['0 kg', '5 kg']],
  [['0.5 g', '1 g']],
  [['Size 38', 'Size 39']],
  [['5 kg', '']],
  [[]],
])('%j are not', (texts) => {
  expect(parsePackSizes(texts)).toBeNull();
});
