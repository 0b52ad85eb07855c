import { beforeEach, describe, expect, test } from 'vitest';
import { formatIntegerInputError } from '#contract/rules/text/number-input.ts';
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
beforeEach(() => shop.reset());

describe('a price list', () => {
  test('of slugs and prices changes the prices and nothing else', async () => {
    const [rice, salt] = await shop.exported();
    const run = await shop.bringIn('prices.csv', 'slug,price\nrice,"₦46,000"\nsalt,900\n');
    expect([run.exitCode, run.data]).toEqual([
      0,
      expect.objectContaining({ added: 0, updated: 1, unchanged: 1 }),
    ]);
    expect(await shop.exported()).toEqual([{ ...rice, price: 46_000 }, salt]);
  });

  test('is told apart by row where a new product lacks what it needs, and nothing is changed', async () => {
    const before = await shop.exported();
    const run = await shop.bringIn('prices.csv', 'slug,price\nrice,46000\nbeans,500\n');
    expect(run.data.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '3 basePrice',
      '3 minimumViableUnits',
      '3 title',
    ]);
    expect(await shop.exported()).toEqual(before);
  });

  test('may not lift a group price above the standard price that it leaves out', async () => {
    const run = await shop.bringIn('prices.csv', 'slug,price\nrice,58001\n');
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
    await shop.bringIn('prices.csv', 'slug,price\nrice,46000\nsalt,900\n');
    expect(
      (await runOpsCommandInTest<object[]>(shop, 'audit', '--target', 'product:rice', '--limit', '1')).data,
    ).toMatchObject([
      {
        action: 'product.import',
        reason: 'file prices.csv',
        before: { price: 45_000 },
        after: { price: 46_000 },
      },
    ]);
    const [line] = (
      await runOpsCommandInTest<{ before: object; after: object }[]>(
        shop,
        'audit',
        '--target',
        'product:rice',
      )
    ).data;
    expect([line?.before, line?.after]).toEqual([{ price: 45_000 }, { price: 46_000 }]);
    const salt = (await runOpsCommandInTest<{ before: unknown }[]>(shop, 'audit', '--target', 'product:salt'))
      .data;
    expect(salt.every(({ before }) => before === null)).toBe(true);
  });
});

describe('a column', () => {
  test('with an empty cell empties what can be empty', async () => {
    await shop.bringIn('empty.csv', 'slug,description,windowHours,sellingUnits\nrice,,,\n');
    expect((await shop.exported())[0]).toMatchObject({
      description: '',
      windowHours: null,
      category: 'Grains',
      sellingUnitsData: { enabled: false, options: [] },
    });
  });

  test.each([
    ['title', 'is required'],
    ['price', formatIntegerInputError(100_000_000)],
    ['minimumViableUnits', formatIntegerInputError(1_000_000_000)],
    ['active', 'true or false'],
  ])('%s with an empty cell is an error', async (column, message) => {
    const run = await shop.bringIn('empty.csv', `slug,${column},category\nrice,,Grains\n`);
    expect(run.data.errors).toContainEqual({ row: 2, slug: 'rice', field: column, message });
  });

  test.each([
    [
      'prices.csv',
      'slug,imagez,Catgory\nrice,,\n',
      'Unknown columns: imagez, Catgory. A product has the columns slug, title,',
    ],
    ['prices.csv', 'slug,price,price\nrice,1,2\n', 'The column price appears twice.'],
    ['prices.csv', 'slug,title\nrice,Reis \uFFFD\n', 'The file is not UTF-8. Save it as "CSV UTF-8".'],
  ])('%s with %j is refused', async (name, text, sentence) => {
    expect((await shop.bringIn(name, text)).message).toContain(sentence);
  });

  test('that a row has too many is refused by row, one that it leaves out stays as it is', async () => {
    const [rice, salt] = await shop.exported();
    const csv = 'slug,title,price\nrice,Rice, long,46000\nsalt\n';
    expect(
      (await shop.bringIn('prices.csv', csv)).data.errors.filter(({ field }) => field === 'row'),
    ).toEqual([
      {
        row: 2,
        slug: 'rice',
        field: 'row',
        message:
          'has 4 cells, the first line has 3: put double quotes around a cell that holds the separator',
      },
    ]);
    const short = await shop.bringIn(
      'prices.csv',
      'slug,price,description,category\nrice,46000\nsalt,900,,\n',
    );
    expect(short.data).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await shop.exported()).toEqual([{ ...rice, price: 46_000 }, salt]);
  });

  test('is parted by semicolons or tabs in the files of some spreadsheets', async () => {
    await shop.bringIn('semicolon.csv', '\uFEFFslug;price;sellingUnits\r\nrice;46000;"bag;Bag;50;58000"\r\n');
    expect((await shop.exported())[0]).toMatchObject({
      price: 46_000,
      sellingUnitsData: { options: [{ name: 'bag' }] },
    });
    await shop.bringIn('tab.csv', 'slug\tprice\nrice\t47000\n');
    expect((await shop.exported())[0]).toMatchObject({ price: 47_000 });
  });

  test.each(['45.000', '45,5', '4,50', '1e3', '-5', '45 000'])(
    'never reads the price %s as another one',
    async (price) => {
      const run = await shop.bringIn('prices.csv', `slug,price\nrice,"${price}"\n`);
      expect(run.data.errors).toMatchObject([{ field: 'price' }]);
    },
  );
});

describe('a table as a spreadsheet writes it', () => {
  const table = 'slug\tprice\nrice\t46000\nsalt\t900\n';
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  test.each<[string, string | Buffer]>([
    ['Unicode text of Excel', Buffer.from(`\uFEFF${table}`, 'utf16le')],
    ['UTF-16 without its mark', Buffer.from(table, 'utf16le')],
    ['UTF-16 in the other order', swapped(Buffer.from(`\uFEFF${table}`, 'utf16le'))],
    ['the same without its mark', swapped(Buffer.from(table, 'utf16le'))],
    ['the line sep=', `sep=\t\r\n${table}`],
    ['lines of an old Mac', table.replaceAll('\n', '\r')],
    ['rows that are empty', `\n\t\n${table}\t\t\n`],
    ['empty columns at its end', 'SLUG;Price;;\nrice;46000;;\nsalt;900;;\n;;;\n'],
    ['quotes everywhere', '"slug", "price"\n"rice", "46000"\n"salt", "900"\n'],
  ])('with %s is read', async (_, text) => {
    const run = await shop.bringIn('prices.csv', text);
    expect([run.message, run.data]).toEqual([
      undefined,
      expect.objectContaining({ updated: 1, unchanged: 1 }),
    ]);
  });

  test.each<[string, string, string | Buffer]>([
    [
      'in the encoding of an old Windows',
      'p.csv',
      Buffer.from('slug,title\nrice,10 \u0096 20 kg\n', 'latin1'),
    ],
    ['in the same encoding', 'p.json', Buffer.from('[{"slug":"rice","title":"10 \u0096 20 kg"}]', 'latin1')],
  ])('%s is refused', async (_, name, text) => {
    expect((await shop.bringIn(name, text)).message).toMatch(/^The file is not UTF-8\. Save it as "/);
  });

  const cells = (row: string) => row.split(',').map((cell) => `"${cell.replaceAll('"', '')}"`);
  test.each<[string, (csv: string) => string]>([
    ['with its empty cells at the end cut off', (csv) => csv.replace(/,+$/gm, '').replaceAll('\n', '\r\n')],
    ['with a quote around every cell', (csv) => csv.replace(/^.*$/gm, (row) => cells(row).join(','))],
    ['with semicolons', (csv) => csv.replace(/^.*$/gm, (row) => cells(row).join(';'))],
    ['as Unicode text', (csv) => `${csv.replace(/^.*$/gm, (row) => cells(row).join('\t'))}`],
    ['with empty columns and rows behind it', (csv) => `${csv.replace(/$/gm, ',,')}\n,,,,\n`],
  ])('an export %s goes back unchanged', async (_, saved) => {
    const csv = await shop.exportedCsv();
    expect((await shop.bringIn('saved.csv', saved(csv))).data).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await shop.exportedCsv()).toBe(csv);
  });
});

test('a price that stands twice in JSON is put on sale by neither', async () => {
  const before = await shop.exported();
  const { errors } = (await shop.bringIn('twice.json', '\uFEFF[{"slug":"rice","price":46000,"price":1}]'))
    .data;
  expect(errors).toEqual([
    { row: 1, slug: 'rice', field: 'price', message: 'appears twice in this row: write it once' },
  ]);
  expect(await shop.exported()).toEqual(before);
  expect((await shop.bringIn('once.json', '\uFEFF[{"slug":"rice","price":46000}]')).data).toMatchObject({
    updated: 1,
  });
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
  expect((await shop.bringIn('typo.json', JSON.stringify([product]))).data.errors).toEqual([
    { row: 1, slug: 'rice', field: 'prize', message: 'is not a field of a product' },
    { row: 1, slug: 'rice', field: 'sellingUnits[0].colour', message: 'is not a field of a selling unit' },
  ]);
});
