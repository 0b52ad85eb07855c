import { expect, test } from 'vitest';
import { checkProducts } from './import-rules.ts';

const GOOD = { slug: 'rice', title: 'Rice', price: 500, basePrice: 600, minimumViableUnits: 10 };
const unit = { name: 'bag', baseUnitQuantity: 1, priceType: 'calculated', basePrice: 600 };
const withUnits = (...sellingUnits: unknown[]) => ({ baseUnitName: 'kg', sellingUnits });

function complaintsOf(...rows: Record<string, unknown>[]): string[] {
  const raw = rows.map((fields, index) => ({ row: index + 1, fields: { ...GOOD, ...fields } }));
  return checkProducts(raw).errors.map(({ field, message }) => `${field}: ${message}`);
}

test.each<[string, Record<string, unknown>]>([
  ['slug: is required', { slug: '' }],
  ['slug: only a-z, 0-9 and single dashes between them', { slug: 'Rice--50' }],
  ['title: is required', { title: null }],
  ['title: a text of at most 5000 characters', { title: 'x'.repeat(5_001) }],
  ['description: a text of at most 5000 characters', { description: 7 }],
  ['price: a whole naira amount above 0', { price: 0 }],
  ['price: a whole naira amount above 0', { price: 10.5 }],
  ['price: at most 100,000,000', { price: 100_000_001, basePrice: 100_000_000 }],
  ['basePrice: the standard price must not be below the group price', { basePrice: 499 }],
  ['minimumViableUnits: a whole number above 0', { minimumViableUnits: 0 }],
  ['minimumViableUnits: at most 1,000,000,000', { minimumViableUnits: 2_147_483_647 }],
  ['windowHours: a number above 0', { windowHours: 0 }],
  ['windowHours: at most 8,760', { windowHours: 8_761 }],
  ['images: a list of file names without folders', { images: ['../rice.png'] }],
  ['images: a list of file names without folders', { images: 'rice.png' }],
  ['specifications: names with texts', { specifications: { Weight: 50 } }],
  ['specifications: names with texts', { specifications: ['Weight'] }],
  ['soloEnabled: true or false', { soloEnabled: 'maybe' }],
  ['active: true or false', { active: 1 }],
  ['sellingUnits: a list', { sellingUnits: 'bag' }],
  ['baseUnitName: is required with selling units', { sellingUnits: [unit] }],
  ['sellingUnits[0].name: is required', withUnits({ ...unit, name: '' })],
  ['sellingUnits[1].name: the same name stands twice', withUnits(unit, unit)],
  ['sellingUnits[0].baseUnitQuantity: a whole number above 0', withUnits({ ...unit, baseUnitQuantity: 0 })],
  ['sellingUnits[0].baseUnitQuantity: a whole number above 0', withUnits({ ...unit, baseUnitQuantity: 1.5 })],
  [
    'sellingUnits[0].baseUnitQuantity: at most 1,000,000',
    withUnits({ ...unit, baseUnitQuantity: 1_000_001 }),
  ],
  [
    'sellingUnits[0].baseUnitQuantity: its share of the price is less than ₦1',
    withUnits(unit, { ...unit, name: 'ship', baseUnitQuantity: 1_000_000 }),
  ],
  ['sellingUnits[0].priceType: manual or calculated', withUnits({ ...unit, priceType: 'free' })],
  [
    'sellingUnits[0].customPrice: a whole naira amount above 0',
    withUnits({ ...unit, priceType: 'manual', customPrice: null }),
  ],
  ['sellingUnits[0].basePrice: a whole naira amount above 0', withUnits({ ...unit, basePrice: -1 })],
  ['sellingUnits[0].isActive: true or false', withUnits({ ...unit, isActive: 'yes' })],
])('%s', (complaint, fields) => {
  expect(complaintsOf(fields)).toEqual([complaint]);
});

test('a new product lacks what its row does not name', () => {
  const { errors } = checkProducts([{ row: 1, fields: { slug: 'rice' } }]);
  expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'price is required',
    'basePrice is required',
    'minimumViableUnits is required',
    'title is required',
  ]);
});

test('the same slug twice is told at the second row', () => {
  const raw = [1, 2].map((row) => ({ row, fields: GOOD }));
  expect(checkProducts(raw).errors).toEqual([
    { row: 2, slug: 'rice', field: 'slug', message: 'the same slug stands in another row' },
  ]);
});

test('what is left out has its usual value; the limits themselves are good', () => {
  const fields = {
    ...GOOD,
    title: ` ${'x'.repeat(4_999)}`,
    price: 1,
    basePrice: 1,
    minimumViableUnits: 1,
    ...withUnits(unit),
  };
  const { products, errors } = checkProducts([{ row: 1, fields }]);
  expect(errors).toEqual([]);
  expect(products[0]).toEqual({
    row: 1,
    id: null,
    slug: 'rice',
    title: 'x'.repeat(4_999),
    description: '',
    category: '',
    images: [],
    specifications: {},
    price: 1,
    basePrice: 1,
    minimumViableUnits: 1,
    windowHours: null,
    baseUnitName: 'kg',
    units: [
      {
        name: 'bag',
        displayName: 'bag',
        baseUnitQuantity: 1,
        priceType: 'calculated',
        customPrice: null,
        basePrice: 600,
        isActive: true,
      },
    ],
    soloEnabled: true,
    active: true,
    rating: null,
    reviewCount: null,
  });
});
