import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { ops } from '../support/ops.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi({ env: { RATE_LIMIT_FACTOR: '1000' } });
  folder = await mkdtemp(join(tmpdir(), 'shop-import-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const RICE = {
  slug: 'rice',
  title: 'Rice',
  description: 'Long grain',
  category: 'Grains',
  specifications: { Origin: 'Kebbi' },
  price: 45_000,
  basePrice: 58_000,
  minimumViableUnits: 250,
  windowHours: 24,
  soloEnabled: false,
  active: false,
  sellingUnitsData: {
    enabled: true,
    baseUnitName: 'kg',
    options: [
      {
        name: 'bag',
        displayName: 'Bag 50 kg',
        baseUnitQuantity: 50,
        priceType: 'calculated',
        basePrice: 58_000,
      },
      {
        name: 'kg',
        displayName: 'Kilo',
        baseUnitQuantity: 1,
        priceType: 'manual',
        customPrice: 950,
        basePrice: 1_200,
        isActive: false,
      },
    ],
  },
};
const SALT = { slug: 'salt', title: 'Salt', price: 900, basePrice: 1_000, minimumViableUnits: 20 };

const file = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const bringIn = async (name: string, text: string, ...more: string[]) =>
  ops<{ errors: { row: number; field: string; message: string }[]; changes: object[] }>(
    api,
    'product',
    'import',
    await file(name, text),
    ...more,
  );
async function say(...words: string[]): Promise<string> {
  const { stdout, stderr } = await runOpsCommand(words, async () => api.deps);
  return `${stdout}${stderr}`;
}
const exported = async () =>
  (await ops<{ products: Record<string, unknown>[] }>(api, 'product', 'export')).data.products;
const exportedCsv = () => say('product', 'export', '--csv');

beforeEach(async () => {
  await api.db.query('DELETE FROM selling_units');
  await api.db.query('DELETE FROM products');
  expect(await bringIn('start.json', JSON.stringify([RICE, SALT]))).toMatchObject({ exitCode: 0 });
});

describe('a price list', () => {
  test('of slugs and prices changes the prices and nothing else', async () => {
    const [rice, salt] = await exported();
    const run = await bringIn('prices.csv', 'slug,price\nrice,"₦46,000"\nsalt,900\n');
    expect([run.exitCode, run.data]).toEqual([
      0,
      expect.objectContaining({ added: 0, updated: 1, unchanged: 1 }),
    ]);
    expect(await exported()).toEqual([{ ...rice, price: 46_000 }, salt]);
  });

  test('is told apart by row where a new product lacks what it needs, and nothing is changed', async () => {
    const before = await exported();
    const run = await bringIn('prices.csv', 'slug,price\nrice,46000\nbeans,500\n');
    expect(run.data.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '3 basePrice',
      '3 minimumViableUnits',
      '3 title',
    ]);
    expect(await exported()).toEqual(before);
  });

  test('may not lift a group price above the standard price that it leaves out', async () => {
    const run = await bringIn('prices.csv', 'slug,price\nrice,58001\n');
    expect(run.data.errors).toEqual([
      {
        row: 2,
        slug: 'rice',
        field: 'basePrice',
        message: 'the standard price must not be below the group price',
      },
    ]);
  });

  test('leaves the old and the new price of each product in the audit log', async () => {
    await bringIn('prices.csv', 'slug,price\nrice,46000\nsalt,900\n');
    expect(
      (await ops<object[]>(api, 'audit', '--target', 'product:rice', '--limit', '1')).data,
    ).toMatchObject([
      {
        action: 'product.import',
        reason: 'file prices.csv',
        before: { price: 45_000 },
        after: { price: 46_000 },
      },
    ]);
    const [line] = (await ops<{ before: object; after: object }[]>(api, 'audit', '--target', 'product:rice'))
      .data;
    expect([line?.before, line?.after]).toEqual([{ price: 45_000 }, { price: 46_000 }]);
    const salt = (await ops<{ before: unknown }[]>(api, 'audit', '--target', 'product:salt')).data;
    expect(salt.every(({ before }) => before === null)).toBe(true);
  });
});

describe('a column', () => {
  test('with an empty cell empties what can be empty', async () => {
    await bringIn('empty.csv', 'slug,description,windowHours,sellingUnits\nrice,,,\n');
    expect((await exported())[0]).toMatchObject({
      description: '',
      windowHours: null,
      category: 'Grains',
      sellingUnitsData: { enabled: false, options: [] },
    });
  });

  test.each([
    ['title', 'is required'],
    ['price', 'a whole naira amount above 0'],
    ['minimumViableUnits', 'a whole number above 0'],
    ['active', 'true or false'],
  ])('%s with an empty cell is an error', async (column, message) => {
    const run = await bringIn('empty.csv', `slug,${column},category\nrice,,Grains\n`);
    expect(run.data.errors).toContainEqual({ row: 2, slug: 'rice', field: column, message });
  });

  test.each([
    [
      'prices.csv',
      'slug,imagez,Catgory\nrice,,\n',
      'Unknown columns: imagez, Catgory. A product has the columns slug, title,',
    ],
    ['prices.csv', 'slug,price,price\nrice,1,2\n', 'The column price stands twice.'],
    ['prices.csv', 'slug,title\nrice,Reis \uFFFD\n', 'The file is not UTF-8. Save it as "CSV UTF-8".'],
  ])('%s with %j is refused', async (name, text, sentence) => {
    expect((await bringIn(name, text)).message).toContain(sentence);
  });

  test('too many or too few in a row are told by row', async () => {
    const run = await bringIn('prices.csv', 'slug,title,price\nrice,Rice, long,46000\nsalt\n');
    expect(run.data.errors.filter(({ field }) => field === 'row')).toEqual([
      { row: 2, slug: 'rice', field: 'row', message: 'has 4 cells, the first line has 3' },
      { row: 3, slug: 'salt', field: 'row', message: 'has 1 cell, the first line has 3' },
    ]);
  });

  test('is parted by semicolons or tabs in the files of some spreadsheets', async () => {
    await bringIn('semicolon.csv', '\uFEFFslug;price;sellingUnits\r\nrice;46000;"bag;Bag;50;58000"\r\n');
    expect((await exported())[0]).toMatchObject({
      price: 46_000,
      sellingUnitsData: { options: [{ name: 'bag' }] },
    });
    await bringIn('tab.csv', 'slug\tprice\nrice\t47000\n');
    expect((await exported())[0]).toMatchObject({ price: 47_000 });
  });

  test.each(['45.000', '45,5', '4,50', '1e3', '-5', '45 000'])(
    'never reads the price %s as another one',
    async (price) => {
      const run = await bringIn('prices.csv', `slug,price\nrice,"${price}"\n`);
      expect(run.data.errors).toMatchObject([{ field: 'price' }]);
    },
  );
});

test('a field that a product or a unit of JSON does not have is an error', async () => {
  const unit = {
    name: 'bag',
    baseUnitQuantity: 50,
    priceType: 'calculated',
    basePrice: 58_000,
    colour: 'red',
  };
  const product = { slug: 'rice', prize: 7, sellingUnitsData: { baseUnitName: 'kg', options: [unit] } };
  expect((await bringIn('typo.json', JSON.stringify([product]))).data.errors).toEqual([
    { row: 1, slug: 'rice', field: 'prize', message: 'is no field of a product' },
    { row: 1, slug: 'rice', field: 'sellingUnits[0].colour', message: 'is no field of a selling unit' },
  ]);
});

describe('an export as CSV', () => {
  const odd = {
    slug: 'odd',
    title: '=SUM(A1)',
    description: 'first, "second"\nthird | fourth; \'-fifth',
    category: "'@work",
    specifications: { 'a:b|c': 'x:y|z\\', '+k': '' },
    price: 1,
    basePrice: 1,
    minimumViableUnits: 1,
    windowHours: 0.125,
    sellingUnitsData: {
      baseUnitName: '-kg',
      options: [
        { name: 'a;b', displayName: 'A|B\\', baseUnitQuantity: 1, priceType: 'calculated', basePrice: 1 },
      ],
    },
  };

  test('with one price edited is taken back, and comes out byte for byte', async () => {
    await bringIn('odd.json', JSON.stringify([odd]));
    const before = await exported();
    const csv = await exportedCsv();
    expect(csv.split('\n')).toHaveLength(6);
    const edited = csv.replace(',45000,', ',46000,');
    expect(edited).not.toBe(csv);
    expect((await bringIn('edited.csv', edited)).data).toMatchObject({ added: 0, updated: 1, unchanged: 2 });
    expect(await exportedCsv()).toBe(edited);
    const [rice, ...others] = before;
    expect(await exported()).toEqual([{ ...rice, price: 46_000 }, ...others]);
    await api.db.query('DELETE FROM selling_units');
    await api.db.query('DELETE FROM products');
    expect((await bringIn('anew.csv', edited)).data).toMatchObject({ added: 3 });
    expect(await exportedCsv()).toBe(edited);
  });

  test('gives a spreadsheet no formula to run', async () => {
    await bringIn('odd.json', JSON.stringify([odd]));
    const csv = await exportedCsv();
    for (const cell of ["'=SUM(A1)", "''@work", "'+k", "'-kg"]) expect(csv).toContain(cell);
    expect(csv).not.toMatch(/(^|,)"?[=+@-]/m);
  });
});

describe('a dry run', () => {
  test('prints each changed field and writes nothing', async () => {
    const before = await exported();
    const audit = await ops<unknown[]>(api, 'audit', '--limit', '1000');
    const beans = JSON.stringify([
      { slug: 'beans', title: 'Beans', price: 1, basePrice: 1, minimumViableUnits: 1 },
    ]);
    const prices = 'slug,price,category\nrice,46000,Grains\nsalt,900,Spices\n';
    expect(await say('product', 'import', await file('p.csv', prices), '--dry-run')).toBe(
      'Dry run: 0 new, 2 updated, 0 unchanged. Nothing was written.\nrice  price: 45000 -> 46000\nsalt  category: "" -> "Spices"\n',
    );
    expect(await say('product', 'import', await file('b.json', beans), '--dry-run')).toBe(
      'Dry run: 1 new, 0 updated, 0 unchanged. Nothing was written.\nbeans  new\n',
    );
    expect((await bringIn('p.csv', prices, '--dry-run')).data.changes).toEqual([
      { slug: 'rice', isNew: false, fields: { price: { before: 45_000, after: 46_000 } } },
      { slug: 'salt', isNew: false, fields: { category: { before: '', after: 'Spices' } } },
    ]);
    expect(await exported()).toEqual(before);
    expect(await ops(api, 'audit', '--limit', '1000')).toEqual(audit);
  });

  test('looks at the pictures without deriving one, and names what is no picture', async () => {
    const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#884422' } });
    await picture.png().toFile(join(folder, 'rice.png'));
    await file('text.png', 'no picture');
    const dry = async (name: string) =>
      bringIn('i.csv', `slug,images\nrice,${name}\n`, '--images', folder, '--dry-run');
    expect((await dry('rice.png')).data.changes).toMatchObject([
      { slug: 'rice', fields: { images: { before: [] } } },
    ]);
    const derived = () => readdir(join(api.config.dataDir, 'pictures')).catch(() => []);
    expect(await derived()).toEqual([]);
    expect((await dry('text.png')).message).toBe('text.png is no picture.');
    expect((await dry('gone.png')).data.errors).toMatchObject([{ message: 'gone.png was not found' }]);
    const real = await bringIn('i.csv', 'slug,images\nrice,rice.png\n', '--images', folder);
    expect(real.data.changes).toEqual(
      (await exported()).slice(0, 1).map(({ images }) => ({
        slug: 'rice',
        isNew: false,
        fields: { images: { before: [], after: images } },
      })),
    );
    expect(await derived()).not.toEqual([]);
    expect((await dry('rice.png')).data).toMatchObject({ unchanged: 1 });
  });
});

test('a disk that takes no picture is named as that, and nothing is left half-written', async () => {
  const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#112233' } });
  await picture.png().toFile(join(folder, 'blue.png'));
  const dataDir = join(folder, 'a-file');
  await writeFile(dataDir, '');
  const deps = { ...api.deps, config: { ...api.config, dataDir } };
  const words = [
    'product',
    'import',
    await file('i.csv', 'slug,images\nrice,blue.png\n'),
    '--images',
    folder,
  ];
  const refused = await runOpsCommand(words, async () => deps);
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`The pictures cannot be written to ${join(dataDir, 'pictures')}: ENOTDIR`),
  ]);
});
