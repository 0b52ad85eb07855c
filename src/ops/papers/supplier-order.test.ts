import { expect, test } from 'vitest';
import type { OpsGoodsToBuy } from '#contract/schemas/ops/papers.ts';
import { groupRowsByKey } from './group-rows.ts';
import { formatSupplierOrderText, sumKnownCosts } from './supplier-order.ts';

const rice: OpsGoodsToBuy = {
  ...{ supplier: 'Mile 12', product: 'Rice', slug: 'rice', unit: 'Bag 50 kg', quantity: 1_200 },
  ...{ baseUnits: 60_000, baseUnit: 'kg', orders: 9, costNaira: 0.1 },
  expectedBy: '2026-12-03T10:00:00.000Z',
};
const salt: OpsGoodsToBuy = {
  ...rice,
  ...{ product: 'Salt', slug: 'salt', unit: null, quantity: 3, baseUnits: 3, baseUnit: null },
  expectedBy: '2026-12-01T10:00:00.000Z',
};
const free = { ...salt, supplier: '', costNaira: null };

test('the text for a supplier has each line and the first day, and neither cost nor shopper', () => {
  expect(formatSupplierOrderText([rice, salt])).toBe(
    ['*Please supply*', '- 1,200 x Rice, Bag 50 kg (60,000 kg)', '- 3 x Salt', 'Needed by 1 Dec 2026'].join(
      '\n',
    ),
  );
});

test('goods are grouped by supplier; their cost is exact, and goods without one are counted', () => {
  const all = [rice, salt, free];
  expect(groupRowsByKey(all, ({ supplier }) => supplier)).toEqual([
    ['Mile 12', [rice, salt]],
    ['', [free]],
  ]);
  expect(sumKnownCosts([rice, { ...rice, costNaira: 0.2 }, free])).toEqual({ naira: 0.3, unpriced: 1 });
});
