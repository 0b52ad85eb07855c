import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addProductImportFixture } from '../support/with-imports.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

const shop = openFixtureForFile(
  () => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }),
  addOpsCommandFixture,
  addProductImportFixture,
);
beforeEach(() => shop.empty());

const FILES = join(import.meta.dirname, '../support/shop-platforms');

interface Note {
  rows: number[];
  column: string;
  outcome: string;
  message: string;
}

async function bringIn(name: string, ...more: string[]) {
  const run = await shop.bringIn(name, await readFile(join(FILES, name)), ...more);
  const { source } = (run.data ?? {}) as unknown as { source?: { name: string; notes: Note[] } };
  return {
    ...run,
    source: source?.name,
    errors: (run.data?.errors ?? []).map(({ row, field, message }) => `${row} ${field}: ${message}`),
    notes: (source?.notes ?? []).map(
      ({ rows, column, outcome, message }) => `${column} ${rows.join(',')} ${outcome}: ${message}`,
    ),
  };
}

const unit = (name: string, displayName: string, ...figures: [number, number, number]) => ({
  name,
  displayName,
  baseUnitQuantity: figures[0],
  priceType: 'manual',
  customPrice: figures[1],
  basePrice: figures[2],
  isActive: true,
});

test('a whole export of WooCommerce comes in: variations in sizes, one category, text without HTML', async () => {
  const run = await bringIn('woocommerce-export.csv', '--group-size', '20');
  expect([run.errors, run.source]).toEqual([[], 'WooCommerce']);
  expect(await shop.exported()).toMatchObject([
    {
      slug: 'ofada-rice',
      title: 'Ọfàdà rice',
      description: 'Stone-free & sorted.\n\n- Ogun State\n\n- New harvest',
      category: 'Rice',
      specifications: { Origin: 'Ogun' },
      price: 92_000,
      basePrice: 98_000,
      minimumViableUnits: 1_000,
      active: true,
      images: [],
      sellingUnitsData: {
        enabled: true,
        baseUnitName: 'kg',
        options: [
          unit('bag-50-kg', 'Bag 50 kg', 50, 92_000, 98_000),
          unit('half-bag-25-kg', 'Half bag 25 kg', 25, 47_500, 50_000),
          { ...unit('5-kg', '5 kg', 5, 10_500, 10_500), isActive: false },
        ],
      },
    },
    { slug: 'palm-25l', price: 54_000, basePrice: 58_000, minimumViableUnits: 20 },
    { slug: 'dried-stockfish', category: 'Fish, dried', price: 18_000, basePrice: 18_000, active: false },
  ]);
  expect(run.notes).toEqual(
    expect.arrayContaining([
      'Name 2,3,4,5,6,7 taken: as title',
      'Description 2 changed: HTML became plain text',
      'Categories 2 changed: the category is Rice',
      'Size 3,4,5 changed: became a selling unit in kg',
      'Origin 2 changed: became a specification',
      'Regular price 5,7 changed: group price and standard price are the same',
      'Stock 2 left_out: not used here',
      'Type 8 left_out: grouped: it is a group of other products, which come in by themselves',
      'Type 9 left_out: downloadable: it is no goods that could be handed out',
    ]),
  );
});

test('the sample of WooCommerce comes in without the product that is sold elsewhere', async () => {
  const run = await bringIn('woocommerce-sample.csv', '--group-size', '10');
  expect(run.errors).toEqual([]);
  expect((await shop.exported()).map(({ slug, price, basePrice }) => [slug, price, basePrice])).toEqual([
    ['woo-beanie', 18, 20],
    ['woo-belt', 55, 65],
    ['woo-tshirt-logo', 18, 18],
  ]);
  expect(run.notes).toContain('Type 5 left_out: external: it is sold at another address');
});

test('a whole export of Shopify comes in, and its gift card stays out', async () => {
  const run = await bringIn('shopify-export.csv', '--group-size', '20');
  expect([run.errors, run.source]).toEqual([[], 'Shopify']);
  expect(await shop.exported()).toMatchObject([
    {
      slug: 'groundnut-oil',
      description: 'Cold pressed.\nNo blend.',
      category: 'Oils',
      minimumViableUnits: 500,
      sellingUnitsData: {
        baseUnitName: 'litre',
        options: [
          unit('25-litres', '25 litres', 25, 61_000, 66_000),
          unit('5-litres', '5 litres', 5, 13_500, 13_500),
        ],
      },
    },
    { slug: 'brown-beans', category: 'Beans', price: 72_000, basePrice: 72_000, active: false },
  ]);
  expect(run.notes).toContain('Gift Card 6 left_out: a gift card is no goods that could be handed out');
});

test('supplier and cost come along where the system writes them, and the dry run says what became of them', async () => {
  const shopify = await bringIn('shopify-export.csv', '--group-size', '20', '--dry-run');
  expect(shopify.notes).toEqual(
    expect.arrayContaining([
      'Vendor 2,5 taken: as supplier',
      'Cost per item 2 taken: as cost',
      'Cost per item 3 left_out: only the cost of the largest size is kept',
      'Cost per item 5 left_out: 60000.50 is not whole naira: type the cost at the product',
    ]),
  );
  await bringIn('shopify-export.csv', '--group-size', '20');
  expect(await shop.exported()).toMatchObject([
    { slug: 'groundnut-oil', supplier: 'Kano Mills', cost: 52_000 },
    { slug: 'brown-beans', supplier: 'Mama Tee', cost: null },
  ]);
  await shop.empty();
  const woo = await bringIn('woocommerce-export.csv', '--group-size', '20');
  expect(woo.notes).toEqual(
    expect.arrayContaining([
      'Cost of goods 2,6 taken: as cost',
      'Cost of goods 4 left_out: only the cost of the largest size is kept',
    ]),
  );
  expect((await shop.exported()).map(({ supplier, cost }) => [supplier, cost])).toEqual([
    ...[
      ['', 80_000],
      ['', 49_000],
      ['', null],
    ],
  ]);
});

test('a table without suppliers and costs leaves those that are here', async () => {
  await bringIn('vendure-export.csv', '--group-size', '3');
  const { exitCode } = await runOpsCommandInTest(
    shop,
    ...['product', 'edit', 'peak-milk', '--supplier', 'Mile 12', '--cost', '20000'],
  );
  expect(exitCode).toBe(0);
  await bringIn('vendure-export.csv');
  expect((await shop.exported())[0]).toMatchObject({ supplier: 'Mile 12', cost: 20_000 });
});

test('the names of columns that Shopify uses since 2024 are known', async () => {
  expect((await bringIn('shopify-template-of-today.csv', '--group-size', '1')).errors).toEqual([]);
  expect(await shop.exported()).toMatchObject([
    {
      ...{ slug: 'white-garri', price: 32_000, basePrice: 38_000, minimumViableUnits: 50_000 },
      sellingUnitsData: { baseUnitName: 'g', options: [{ baseUnitQuantity: 50_000 }, { customPrice: 750 }] },
    },
  ]);
});

test('a whole export of Medusa with prices in naira comes in', async () => {
  const run = await bringIn('medusa-export.csv', '--group-size', '20');
  expect([run.errors, run.source]).toEqual([[], 'Medusa']);
  expect(await shop.exported()).toMatchObject([
    {
      slug: 'honey-beans',
      specifications: { Colour: 'Brown' },
      sellingUnitsData: { baseUnitName: 'kg', options: [{ customPrice: 72_000 }, { customPrice: 15_500 }] },
    },
    { slug: 'sea-salt', specifications: {}, active: false, sellingUnitsData: { enabled: false } },
  ]);
});

test('a table of Vendure comes in', async () => {
  const run = await bringIn('vendure-export.csv', '--group-size', '20');
  expect([run.errors, run.source]).toEqual([[], 'Vendure']);
  expect(await shop.exported()).toMatchObject([
    {
      slug: 'peak-milk',
      category: 'Dairy',
      specifications: { brand: 'Peak' },
      minimumViableUnits: 480,
      sellingUnitsData: {
        baseUnitName: 'piece',
        options: [{ baseUnitQuantity: 24 }, { baseUnitQuantity: 6 }],
      },
    },
    { slug: 'table', category: 'Furniture', active: false },
  ]);
  await shop.empty();
  expect((await bringIn('vendure.csv', '--group-size', '5')).errors).toEqual([]);
  expect(await shop.exported()).toMatchObject([
    { slug: 'laptop', price: 1_299, specifications: { 'screen size': '13 inch', RAM: '8GB' } },
  ]);
});

test.each([
  [
    'shopify-template.csv',
    [
      '2 Title: Lithograph - Height: 9" x Width: 12", Small, Medium are not sizes of one kind: write each with its size, such as 5 kg and 50 kg, or pack of 6 and pack of 12, or make a product of each',
      '3 Variant Price: 19.99 is not whole naira: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
      '3 Variant Compare At Price: 24.99 is not whole naira: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
      '4 Variant Price: 19.99 is not whole naira: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
      '4 Variant Compare At Price: 24.99 is not whole naira: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
    ],
  ],
  [
    'medusa-template.csv',
    [
      '1 Variant Price NGN: is missing; the file has only Variant Price EUR. This shop sells in naira: add this column, with whole naira in each row',
    ],
  ],
  [
    'woo-mapped.csv',
    [
      '4 slug: only a-z, 0-9 and single dashes between them',
      '4 price: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
      '5 price: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
      '5 basePrice: type a whole number from 1 to 100,000,000, for example 45000 or 45,000',
    ],
  ],
  [
    'woo-multicategory.csv',
    [
      '2 category: is too long (103 characters): a product has one category, so keep one name of at most 100 characters, such as Rice',
    ],
  ],
])('%s is refused by row and column, and nothing is changed', async (name, errors) => {
  const run = await bringIn(name, '--group-size', '20');
  expect([run.exitCode, run.errors]).toEqual([1, errors]);
  expect(await shop.exported()).toEqual([]);
});

test.each([
  ['woo-mapped-fixed.csv', ['woo-beanie', 'woo-belt']],
  ['vendure-mapped.csv', ['laptop', 'tablet']],
  ['fotties-mapped.csv', ['p1', 'p2']],
])('%s has our columns and is read as before', async (name, slugs) => {
  expect(await bringIn(name)).toMatchObject({ errors: [], source: undefined });
  expect((await shop.exported()).map(({ slug }) => slug)).toEqual(slugs);
});

test('a table of an unknown shop is refused with the columns that it needs', async () => {
  expect((await bringIn('fotties-hub.csv')).message).toContain(
    '"slug" is missing. It has: id, name, price, category, image, description. A product has the columns slug, title,',
  );
});

test('without the size of a group a new product is refused once, a known one is not', async () => {
  const unsaid =
    '1 minimumViableUnits: is not in a file of Vendure: say how many of its largest size a group of a new product needs';
  expect((await bringIn('vendure-export.csv')).errors).toEqual([unsaid]);
  await bringIn('vendure-export.csv', '--group-size', '3');
  expect((await bringIn('vendure-export.csv')).data).toMatchObject({ errors: [], unchanged: 2 });
});

test('variants that differ in two ways, and a variation without its product, are refused', async () => {
  const head = 'ID,Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)';
  const rows = ['9,variation,A-1,Cap,1,900,CAP,Size,5 kg', '10,simple,SALT,Salt,1,,,,'];
  const woo = await shop.bringIn('woo.csv', `${head}\n${rows.join('\n')}\n`, '--group-size', '2');
  expect(woo.data.errors).toMatchObject([
    {
      row: 2,
      field: 'Parent',
      message: 'names a product that is not in the file: export both, or delete the row',
    },
    { row: 3, field: 'Sale price', message: 'is empty: write the price in whole naira' },
  ]);
  const table = [
    'name,slug,optionGroups,optionValues,price',
    'Cap,cap,size|colour,5 kg|red,900',
    ',,,50 kg|blue,950',
  ].join('\n');
  const vendure = await shop.bringIn('cap.csv', table, '--group-size', '2');
  expect(vendure.data.errors).toMatchObject([
    {
      row: 2,
      field: 'size',
      message:
        'its 2 variants differ in size and colour: make a product of each, with one option at most, the size',
    },
  ]);
});

test('a picture that was sent is used, by the file name in its address; the others are listed', async () => {
  for (const [name, background] of [
    ['groundnut oil.jpg', 'red'],
    ['palm-oil.jpg', 'blue'],
  ] as const) {
    const bytes = sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    await runOpsCommandInTest(shop, 'picture', 'add', await shop.file(name, await bytes));
  }
  const run = await bringIn('shopify-export.csv', '--group-size', '20');
  expect((await shop.exported())[0]).toMatchObject({ images: [expect.stringMatching(/^[0-9a-f]{20}$/)] });
  expect(run.notes.filter((note) => note.startsWith('Image Src'))).toEqual([
    'Image Src 2 taken: as images',
    'Image Src 3 left_out: https://cdn.shopify.com/s/files/1/0001/files/groundnut-shelf.jpg?v=2: send this picture here, named groundnut-shelf.jpg',
    'Image Src 4 left_out: https://cdn.shopify.com/s/files/1/0001/files/groundnut-label.jpg?v=3: send this picture here, named groundnut-label.jpg',
  ]);
  // Two addresses with the same file name could get each other's picture.
  expect((await bringIn('woocommerce-export.csv', '--group-size', '20')).notes).toContain(
    'Images 6 left_out: https://mamatee.example/wp-content/uploads/2025/03/palm-oil.jpg: several pictures are named palm-oil.jpg, so add it at the product',
  );
});

test('a dry run says what would become of the columns, and saves nothing', async () => {
  const path = await shop.file('woo.csv', await readFile(join(FILES, 'woocommerce-export.csv')));
  const said = await shop.say('product', 'import', path, '--group-size', '20', '--dry-run');
  expect(said).toContain(
    'A table of WooCommerce.\nSize, rows 3, 4, 5: changed, became a selling unit in kg\n',
  );
  expect(said).toContain('Dry run: 3 new, 0 updated, 0 unchanged. Nothing was saved.');
  expect(await shop.exported()).toEqual([]);
});
