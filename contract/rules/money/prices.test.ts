import { describe, expect, it } from 'vitest';
import {
  type CartLinePriceFields,
  calculateCartLineSaving,
  calculateCartLineTotal,
  getCartLineUnitPrice,
} from './line-price.ts';
import { calculateSavingPercent, chooseProductCardPrice } from './saving.ts';
import { calculateProRataPrice } from './unit-price.ts';

const line = (extra: Partial<CartLinePriceFields>): CartLinePriceFields => ({
  quantity: 1,
  product: { price: 51500 },
  ...extra,
});

describe('the price of a cart line', () => {
  it.each([
    [
      'its own price first',
      line({ itemPrice: 10, sellingUnit: { priceType: 'manual', customPrice: 20 } }),
      10,
    ],
    [
      'a manual unit by its custom price',
      line({ sellingUnit: { priceType: 'manual', customPrice: 11000 } }),
      11000,
    ],
    [
      'a calculated unit by its price',
      line({ sellingUnit: { priceType: 'calculated', pricePerUnit: 25750 } }),
      25750,
    ],
    [
      'a calculated unit without one by the product',
      line({ sellingUnit: { priceType: 'calculated' } }),
      51500,
    ],
    [
      'a manual unit without one by the product',
      line({ sellingUnit: { priceType: 'manual', customPrice: null } }),
      51500,
    ],
    ['no unit by the product', line({}), 51500],
    ['a free item as free', line({ itemPrice: 0 }), 0],
  ])('takes %s', (_, priced, expected) => {
    expect(getCartLineUnitPrice(priced)).toBe(expected);
    expect(calculateCartLineTotal({ ...priced, quantity: 3 })).toBe(expected * 3);
  });
});

describe('the saving of a cart line', () => {
  it.each([
    [64_000, 25_000],
    [51_500, 0],
    [40_000, 0],
    [null, 0],
  ])('a standard price of %s saves %i on two', (basePrice, saving) => {
    const line = { quantity: 2, itemPrice: 51_500, basePrice, product: { price: 51_500 } };
    expect(calculateCartLineSaving(line)).toBe(saving);
  });
});

describe('the price of a selling unit', () => {
  it('is its share of the largest unit, in whole naira', () => {
    expect(calculateProRataPrice(51500, 50, 50)).toBe(51500);
    expect(calculateProRataPrice(51500, 25, 50)).toBe(25750);
    expect(calculateProRataPrice(51500, 7, 50)).toBe(7210);
    expect(calculateProRataPrice(1000, 1, 3)).toBe(333);
  });
});

describe('the product card', () => {
  const prices = {
    price: 51500,
    basePrice: 64000,
    minPrice: 5400,
    maxPrice: 51500,
    minBasePrice: 7000,
    maxBasePrice: 64000,
  };

  it('shows a range when both ends are above 0', () => {
    expect(chooseProductCardPrice(prices)).toEqual({
      kind: 'range',
      min: 5400,
      max: 51500,
      baseMin: 7000,
      baseMax: 64000,
    });
    expect(chooseProductCardPrice({ ...prices, minPrice: 1, maxPrice: 1 })).toMatchObject({
      kind: 'range',
      min: 1,
      max: 1,
    });
    for (const end of ['minPrice', 'maxPrice']) {
      expect(chooseProductCardPrice({ ...prices, [end]: 0 })).toEqual({
        kind: 'single',
        price: 51500,
        base: 64000,
      });
    }
  });

  it('strikes the standard price only when it is larger', () => {
    const single = { price: 900, basePrice: 900, minPrice: 0, maxPrice: 0, minBasePrice: 0, maxBasePrice: 0 };
    expect(chooseProductCardPrice(single)).toEqual({ kind: 'single', price: 900, base: null });
    for (const price of ['n/a', 0, true, null]) {
      expect(chooseProductCardPrice({ ...single, price })).toEqual({ kind: 'none' });
    }
    expect(chooseProductCardPrice({ ...single, price: '1' })).toEqual({
      kind: 'single',
      price: 1,
      base: 900,
    });
  });

  it('rounds the saving to whole percent and never shows a loss', () => {
    expect(calculateSavingPercent(prices)).toBe(20);
    expect(calculateSavingPercent({ ...prices, maxPrice: 64000 })).toBe(0);
    expect(calculateSavingPercent({ ...prices, maxPrice: 70000 })).toBe(0);
    expect(calculateSavingPercent({ ...prices, maxBasePrice: undefined })).toBe(0);
    expect(calculateSavingPercent({ ...prices, minPrice: 0, price: 995, basePrice: 1000 })).toBe(1);
    expect(calculateSavingPercent({ ...prices, maxPrice: 0, price: 900, basePrice: 1000 })).toBe(10);
    expect(calculateSavingPercent({ ...prices, minPrice: 1, maxPrice: 1, maxBasePrice: 4 })).toBe(75);
    expect(calculateSavingPercent({ ...prices, minPrice: 0, price: 996, basePrice: 1000 })).toBe(0);
    expect(calculateSavingPercent({ ...prices, minPrice: 0, price: 0, basePrice: 0 })).toBe(0);
    expect(calculateSavingPercent({ ...prices, minPrice: 0, price: 1, basePrice: 1000 })).toBe(100);
  });

  it('shows no saving without a price', () => {
    for (const price of [0, -5, 'n/a', null, undefined]) {
      expect(calculateSavingPercent({ ...prices, minPrice: 0, price, basePrice: 1000 })).toBe(0);
    }
  });
});
