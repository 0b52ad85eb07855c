import { expect, test } from 'vitest';
import { formatHoursInputError, formatIntegerInputError } from '#contract/rules/text/number-input.ts';
import { validateProductRows } from './import-rules.ts';

const GOOD = { slug: 'rice', title: 'Rice', price: 500, basePrice: 600, minimumViableUnits: 10 };
const unit = { name: 'bag', baseUnitQuantity: 1, priceType: 'calculated', basePrice: 600 };
const prices = formatIntegerInputError(100_000_000);
const minimums = formatIntegerInputError(1_000_000_000);
const sizes = formatIntegerInputError(1_000_000);
const HIDDEN = 'has a hidden character that cannot be saved, type it again';
const withUnits = (...sellingUnits: unknown[]) => ({ baseUnitName: 'kg', sellingUnits });

function complaintsOf(...rows: Record<string, unknown>[]): string[] {
  const raw = rows.map((fields, index) => ({ row: index + 1, fields: { ...GOOD, ...fields } }));
  return validateProductRows(raw).errors.map(({ field, message }) => `${field}: ${message}`);
}

test.each<[string, Record<string, unknown>]>([
  ['slug: is required', { slug: '' }],
  ['slug: only a-z, 0-9 and single dashes between them', { slug: 'Rice--50' }],
  ['title: is required', { title: null }],
  ['title: is too long (201 characters): shorten it to 200', { title: 'x'.repeat(201) }],
  ['description: a text of at most 5000 characters', { description: 7 }],
  ['slug: is too long (101 characters): shorten it to 100', { slug: 'x'.repeat(101) }],
  [
    'category: is too long (101 characters): a product has one category, so keep one name of at most 100 characters, such as Rice',
    { category: 'x'.repeat(101) },
  ],
  [
    'specifications: is too long (101 characters): shorten it to 100',
    { specifications: { ['x'.repeat(101)]: '' } },
  ],
  [
    'specifications.Origin: is too long (501 characters): shorten it to 500',
    { specifications: { Origin: 'x'.repeat(501) } },
  ],
  [
    'specifications: at most 50',
    {
      specifications: Object.fromEntries(
        Array(51)
          .fill(0)
          .map((_, n) => [n, '']),
      ),
    },
  ],
  [
    'specifications.Origin: the same name is given twice',
    { specifications: { Origin: 'Edo', ' Origin': 'Ogun' } },
  ],
  [
    'sellingUnits[0].displayName: is too long (101 characters): shorten it to 100',
    withUnits({ ...unit, displayName: 'x'.repeat(101) }),
  ],
  [`title: ${HIDDEN}`, { title: 'Rice\u0000' }],
  [`title: ${HIDDEN}`, { title: 'Rice \ud83c' }],
  [`description: ${HIDDEN}`, { description: 'Long\u0007grain' }],
  [`category: ${HIDDEN}`, { category: 'Gra\u0085ins' }],
  [`specifications: ${HIDDEN}`, { specifications: { 'Ori\u0000gin': 'Edo' } }],
  [`specifications.Origin: ${HIDDEN}`, { specifications: { Origin: 'E\u0001do' } }],
  [`sellingUnits[0].name: ${HIDDEN}`, withUnits({ ...unit, name: 'b\u001bag' })],
  ['title: has no visible letters', { title: '\u200b\u200d' }],
  ['title: has a hidden character that reverses letters, type it again', { title: 'Ri\u202ece' }],
  [`price: ${prices}`, { price: 0 }],
  [`price: ${prices}`, { price: 10.5 }],
  [`price: ${prices}`, { price: 100_000_001, basePrice: 100_000_000 }],
  ['basePrice: the standard price must not be below the group price', { basePrice: 499 }],
  [`minimumViableUnits: ${minimums}`, { minimumViableUnits: 0 }],
  [`minimumViableUnits: ${minimums}`, { minimumViableUnits: 2_147_483_647 }],
  [`maxUnitsPerPerson: ${minimums}`, { maxUnitsPerPerson: 0 }],
  [`maxUnitsPerPerson: ${minimums}`, { maxUnitsPerPerson: 2.5 }],
  [`windowHours: ${formatHoursInputError(8_760)}`, { windowHours: 0 }],
  [`windowHours: ${formatHoursInputError(8_760)}`, { windowHours: '48' }],
  [`windowHours: ${formatHoursInputError(8_760)}`, { windowHours: 8_761 }],
  ['images: ../rice.png contains a folder: write only the file name', { images: ['../rice.png'] }],
  ['images: C:\\rice.png contains a folder: write only the file name', { images: ['C:\\rice.png'] }],
  [
    'images: https://example.com/a.jpg?v=1 is an address, not a file: download the picture, send it, and write its file name',
    { images: ['https://example.com/a.jpg?v=1'] },
  ],
  ['images: a list of file names without folders', { images: [''] }],
  ['images: a list of file names without folders', { images: [7] }],
  ['images: a list of file names without folders', { images: 'rice.png' }],
  ['specifications: names with texts', { specifications: { Weight: 50 } }],
  ['specifications: names with texts', { specifications: ['Weight'] }],
  ['soloEnabled: true or false', { soloEnabled: 'maybe' }],
  ['active: true or false', { active: 1 }],
  ['sellingUnits: a list', { sellingUnits: 'bag' }],
  ['baseUnitName: is required with selling units', { sellingUnits: [unit] }],
  ['sellingUnits[0].name: is required', withUnits({ ...unit, name: '' })],
  ['sellingUnits[1].name: the same name is given twice', withUnits(unit, unit)],
  [`sellingUnits[0].baseUnitQuantity: ${sizes}`, withUnits({ ...unit, baseUnitQuantity: 0 })],
  [`sellingUnits[0].baseUnitQuantity: ${sizes}`, withUnits({ ...unit, baseUnitQuantity: 1.5 })],
  [`sellingUnits[0].baseUnitQuantity: ${sizes}`, withUnits({ ...unit, baseUnitQuantity: 1_000_001 })],
  [
    'sellingUnits[0].baseUnitQuantity: its share of the price is less than ₦1',
    withUnits(unit, { ...unit, name: 'ship', baseUnitQuantity: 1_000_000 }),
  ],
  ['sellingUnits[0].priceType: manual or calculated', withUnits({ ...unit, priceType: 'free' })],
  [`sellingUnits[0].customPrice: ${prices}`, withUnits({ ...unit, priceType: 'manual', customPrice: null })],
  [`sellingUnits[0].basePrice: ${prices}`, withUnits({ ...unit, basePrice: -1 })],
  ['sellingUnits[0].isActive: true or false', withUnits({ ...unit, isActive: 'yes' })],
])('%s', (complaint, fields) => {
  expect(complaintsOf(fields)).toEqual([complaint]);
});

test('a new product lacks what its row does not name', () => {
  const { errors } = validateProductRows([{ row: 1, fields: { slug: 'rice' } }]);
  expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
    'price is required',
    'basePrice is required',
    'minimumViableUnits is required',
    'title is required',
  ]);
});

const read = (fields: Record<string, unknown>, stored?: Record<string, unknown>) => {
  const { products, errors } = validateProductRows([{ row: 1, fields, ...(stored ? { stored } : {}) }]);
  expect(errors).toEqual([]);
  return products[0];
};

test.each([
  ['<p>Pellentesque</p>\\n<ul><li>a</li><li class="x">b</li></ul>', 'Pellentesque\n\n- a\n\n- b'],
  ['Long<br />grain <b>rice</b>', 'Long\ngrain rice'],
  ['See <a href="https://example.com">here</a>', 'See here'],
  ['<!-- wp:paragraph -->Rice<style>p { color: red }</style><script>alert(1)</script>', 'Rice'],
  ['50&nbsp;kg &#8211; Ada&rsquo;s &amp; Ngozi&#x2019;s', '50 kg – Ada’s & Ngozi’s'],
  ['<table><tr><td>Size</td><td>25 l</td></tr></table>', 'Size 25 l'],
  ['&toString; &#0; &#9999999;', '&toString; &#0; &#9999999;'],
])('a description %j of another shop becomes plain text', (description, text) => {
  expect(read({ ...GOOD, description })?.description).toBe(text);
});

test('so do its titles and categories', () => {
  const fields = { ...GOOD, title: 'Rice &amp;<br><b>beans</b>', category: 'Food &gt; Grains' };
  expect(read(fields)).toMatchObject({ title: 'Rice & beans', category: 'Food > Grains' });
});

test.each([
  'Bags < 5 kg and > 2 kg',
  'for <5 people',
  'a <b and c> d',
  'Salt & pepper; R&D;',
  'I <3 rice',
  'Sizes <M>, <L> and <XL>, press <Enter>',
  '5<6>4',
  'one  \n\n\n\ntwo',
])('a description with %j is plain text', (description) => {
  expect(read({ ...GOOD, description })?.description).toBe(description);
});

// Searching this text for tags would take longer than a test may run.
test('a text that is too long is refused without a search for its tags', () => {
  expect(complaintsOf({ description: '<!--'.repeat(500_000) })).toEqual([
    'description: is too long (2000000 characters): shorten it to 5000',
  ]);
});

test('what is stored already stays as it is', () => {
  const stored = { ...GOOD, title: 'Rice &amp; beans', description: '<p>Long</p>\\ngrain' };
  const { title, description } = stored;
  expect(read({ price: 400 }, stored)).toMatchObject({ price: 400, title, description });
  expect(read({ description }, stored)).toMatchObject({ title, description });
});

const long = (letter: string) => letter.repeat(6_000);
const longUnit = { ...unit, name: long('u'), displayName: long('U') };
const STORED_LONG = {
  ...GOOD,
  title: long('t'),
  description: long('d'),
  category: `a\u0007${long('c')}`,
  baseUnitName: long('k'),
  sellingUnits: [longUnit, ...Array.from({ length: 60 }, (_, index) => ({ ...unit, name: `u${index}` }))],
  specifications: Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`${long('n')}${index}`, long('v')]),
  ),
  images: Array.from({ length: 60 }, (_, index) => `${index}`.padStart(64, 'a')),
};

test('a stored text or list that is longer than the present limit is accepted unchanged, and not longer', () => {
  const { title, description, category, baseUnitName, sellingUnits, specifications } = STORED_LONG;
  const kept = { title, description, category, baseUnitName, specifications };
  expect(read({ slug: 'rice', price: 400 }, STORED_LONG)).toMatchObject({ price: 400, ...kept });
  expect(read(STORED_LONG, STORED_LONG)).toMatchObject(kept);
  // A CSV table gives specifications as pairs. A unit with a new price keeps its name, which exceeds the limit.
  const table = {
    specifications: Object.entries(specifications),
    sellingUnits: sellingUnits.map((one) => ({ ...one, basePrice: 700 })),
  };
  expect(read(table, STORED_LONG)).toMatchObject(kept);
  const changed = {
    ...{ title: long('T'), description: long('t'), category: long('c'), baseUnitName: long('u') },
    ...{
      sellingUnits: [...sellingUnits, { ...longUnit, name: long('U') }],
      images: [...STORED_LONG.images, 'b.png'],
    },
    specifications: { ...specifications, [long('v')]: long('n') },
  };
  const { errors } = validateProductRows([{ row: 1, fields: changed, stored: STORED_LONG }]);
  expect(errors.map(({ field }) => field.replace(/(specifications\.)?v{9,}$/, 'value'))).toEqual([
    ...['sellingUnits', 'sellingUnits[61].name', 'baseUnitName', 'title', 'description', 'category'],
    ...['images', 'specifications', 'specifications', 'value'],
  ]);
});

test('the same slug twice is told at the second row', () => {
  const raw = [1, 2].map((row) => ({ row, fields: GOOD }));
  expect(validateProductRows(raw).errors).toEqual([
    { row: 2, slug: 'rice', field: 'slug', message: 'the same slug is in another row' },
  ]);
});

test('what is left out has its usual value; the limits themselves are good', () => {
  const fields = {
    ...GOOD,
    title: ` ${'x'.repeat(200)}`,
    price: 1,
    basePrice: 1,
    minimumViableUnits: 1,
    ...withUnits(unit),
  };
  const { products, errors } = validateProductRows([{ row: 1, fields }]);
  expect(errors).toEqual([]);
  expect(products[0]).toEqual({
    row: 1,
    id: null,
    slug: 'rice',
    title: 'x'.repeat(200),
    description: '',
    category: '',
    images: [],
    specifications: {},
    price: 1,
    basePrice: 1,
    supplier: '',
    cost: null,
    minimumViableUnits: 1,
    windowHours: null,
    maxUnitsPerPerson: null,
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
