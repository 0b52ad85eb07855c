import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { runOpsCommand } from '../../server/ops/run-command.ts';
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

describe('an export as CSV', () => {
  const odd = {
    slug: 'odd',
    title: '=SUM(A1)',
    description: 'first, "second"\nthird | fourth; \'-fifth',
    category: "'@work",
    specifications: { '+k': '', 'a:b|c': 'x:y|z\\' },
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
    await shop.bringIn('odd.json', JSON.stringify([odd]));
    const before = await shop.exported();
    const csv = await shop.exportedCsv();
    expect(csv.split('\n')).toHaveLength(6);
    const edited = csv.replace(',45000,', ',46000,');
    expect(edited).not.toBe(csv);
    expect((await shop.bringIn('edited.csv', edited)).data).toMatchObject({
      added: 0,
      updated: 1,
      unchanged: 2,
    });
    expect(await shop.exportedCsv()).toBe(edited);
    const [rice, ...others] = before;
    expect(await shop.exported()).toEqual([{ ...rice, price: 46_000 }, ...others]);
    await shop.empty();
    expect((await shop.bringIn('anew.csv', edited)).data).toMatchObject({ added: 3 });
    expect(await shop.exportedCsv()).toBe(edited);
  });

  test('gives a spreadsheet no formula to run', async () => {
    await shop.bringIn('odd.json', JSON.stringify([odd]));
    const csv = await shop.exportedCsv();
    for (const cell of ["'=SUM(A1)", "''@work", "'+k", "'-kg"]) expect(csv).toContain(cell);
    expect(csv).not.toMatch(/(^|,)"?[=+@-]/m);
  });
});

describe('a dry run', () => {
  test('prints each changed field and writes nothing', async () => {
    const before = await shop.exported();
    const audit = await runOpsCommandInTest<unknown[]>(shop, 'audit', '--limit', '1000');
    const beans = JSON.stringify([
      { slug: 'beans', title: 'Beans', price: 1, basePrice: 1, minimumViableUnits: 1 },
    ]);
    const prices = 'slug,price,category\nrice,46000,Grains\nsalt,900,Spices\n';
    expect(await shop.say('product', 'import', await shop.file('p.csv', prices), '--dry-run')).toBe(
      'Dry run: 0 new, 2 updated, 0 unchanged. Nothing was saved.\nrice  price: 45000 -> 46000\nsalt  category: "" -> "Spices"\n',
    );
    expect(await shop.say('product', 'import', await shop.file('b.json', beans), '--dry-run')).toBe(
      'Dry run: 1 new, 0 updated, 0 unchanged. Nothing was saved.\nbeans  new\n',
    );
    expect((await shop.bringIn('p.csv', prices, '--dry-run')).data.changes).toEqual([
      { slug: 'rice', isNew: false, fields: { price: { before: 45_000, after: 46_000 } } },
      { slug: 'salt', isNew: false, fields: { category: { before: '', after: 'Spices' } } },
    ]);
    expect(await shop.exported()).toEqual(before);
    expect(await runOpsCommandInTest(shop, 'audit', '--limit', '1000')).toEqual(audit);
  });

  test('looks at the pictures without deriving one, and names what is no picture', async () => {
    const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#884422' } });
    await picture.png().toFile(join(shop.folder, 'rice.png'));
    await shop.file('text.png', 'no picture');
    const dry = async (name: string) =>
      shop.bringIn('i.csv', `slug,images\nrice,${name}\n`, '--images', shop.folder, '--dry-run');
    expect((await dry('rice.png')).data.changes).toMatchObject([
      { slug: 'rice', fields: { images: { before: [] } } },
    ]);
    const derived = () => readdir(join(shop.config.dataDir, 'pictures')).catch(() => []);
    expect(await derived()).toEqual([]);
    expect((await dry('text.png')).data.errors).toMatchObject([
      { row: 2, field: 'images', message: 'text.png is not an image. Send a JPEG, PNG, WebP or AVIF' },
    ]);
    expect((await dry('gone.png')).data.errors).toMatchObject([
      { message: expect.stringMatching(/^gone\.png was not found: /) },
    ]);
    const real = await shop.bringIn('i.csv', 'slug,images\nrice,rice.png\n', '--images', shop.folder);
    expect(real.data.changes).toEqual(
      (await shop.exported()).slice(0, 1).map(({ images }) => ({
        slug: 'rice',
        isNew: false,
        fields: { images: { before: [], after: images } },
      })),
    );
    expect(await derived()).not.toEqual([]);
    expect((await dry('rice.png')).data).toMatchObject({ unchanged: 1 });
  });
});

test('a disk that takes no picture is named as that', async () => {
  const picture = sharp({ create: { width: 700, height: 500, channels: 3, background: '#112233' } });
  await picture.png().toFile(join(shop.folder, 'blue.png'));
  const dataDir = join(shop.folder, 'a-file');
  await writeFile(dataDir, '');
  const deps = { ...shop.deps, config: { ...shop.config, dataDir } };
  const words = [
    'product',
    'import',
    await shop.file('i.csv', 'slug,images\nrice,blue.png\n'),
    '--images',
    shop.folder,
  ];
  const refused = await runOpsCommand(words, async () => deps);
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`The images cannot be written to ${join(dataDir, 'pictures')}: ENOTDIR`),
  ]);
});
