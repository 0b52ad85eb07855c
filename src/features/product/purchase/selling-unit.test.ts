import { expect, test } from 'vitest';
import type { Product, SellingUnit } from '#contract/schemas/product.ts';
import { getActiveSellingUnits, getDisplayedPrice } from './selling-unit.ts';

const bag: SellingUnit = {
  name: 'bag-50kg',
  displayName: 'Full bag, 50 kg',
  baseUnitQuantity: 50,
  priceType: 'calculated',
  customPrice: null,
  calculatedPrice: 51_500,
  basePrice: 64_000,
  isActive: true,
};
const share: SellingUnit = {
  ...bag,
  name: 'share-5kg',
  displayName: '5 kg share',
  baseUnitQuantity: 5,
  priceType: 'manual',
  customPrice: 5_400,
  calculatedPrice: 5_150,
  basePrice: 7_000,
};

function rice(options: SellingUnit[], enabled = true): Product {
  return {
    price: 51_500,
    basePrice: 64_000,
    sellingUnitsData: { enabled, baseUnitName: 'kg', options },
  } as Product;
}

test('with no unit chosen the largest unit is shown', () => {
  expect(getDisplayedPrice(rice([share, bag]), undefined)).toEqual({
    priceNaira: 51_500,
    baseNaira: 64_000,
    label: 'Group price, full bag',
  });
});

test('a chosen unit shows its own price, a manual one its custom price', () => {
  expect(getDisplayedPrice(rice([share, bag]), share)).toMatchObject({ priceNaira: 5_400, baseNaira: 7_000 });
});

test('without selling units the single price is shown', () => {
  expect(getDisplayedPrice(rice([], false), undefined)).toEqual({
    priceNaira: 51_500,
    baseNaira: 64_000,
    label: 'Group price',
  });
});

test('a withdrawn unit is not offered', () => {
  expect(getActiveSellingUnits(rice([bag, { ...share, isActive: false }]))).toEqual([bag]);
});
