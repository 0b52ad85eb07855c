import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProductReply } from '#contract/schemas/product.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { startTestApi, type TestApiResponse } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct } from '../support/api-catalogue.ts';
import { payFromWalletThroughApi } from '../support/api-checkout.ts';
import { signUpShopper } from '../support/api-shopper.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

const api = openFixtureForFile(
  () => startTestApi({ env: { RATE_LIMIT_FACTOR: '1000' } }),
  addOpsCommandFixture,
);
beforeAll(() => addTestPickupCentre(api));

const product = (slug: string): Promise<TestApiResponse<ProductReply>> =>
  api.call<ProductReply>({ method: 'GET', url: `/api/products/slug/${slug}` });

describe('product import', () => {
  const csv = [
    'slug,title,price,basePrice,minimumViableUnits,baseUnitName,sellingUnits,specifications',
    'palm-oil,"Palm oil, red",45500,58000,250,litre,keg;Keg 25 l;25;58000;|bottle;Bottle 1 l;1;2500;2000,Origin: Edo | Size: 25 l',
    'plain-salt,Salt,900,1000,20,,,',
  ].join('\n');

  test('brings a CSV in, then updates it by slug', async () => {
    const path = await api.file('oil.csv', csv);
    expect((await runOpsCommandInTest(api, 'product', 'import', path)).data).toMatchObject({
      imported: 2,
      added: 2,
      updated: 0,
    });
    const { body } = await product('palm-oil');
    expect(body.data).toMatchObject({
      title: 'Palm oil, red',
      price: 45_500,
      specifications: { Origin: 'Edo', Size: '25 l' },
      rating: 0,
    });
    expect(body.data.sellingUnitsData.options).toMatchObject([
      { name: 'keg', priceType: 'calculated', calculatedPrice: 45_500, basePrice: 58_000 },
      { name: 'bottle', priceType: 'manual', customPrice: 2_000, basePrice: 2_500 },
    ]);
    const again = await runOpsCommandInTest(
      api,
      'product',
      'import',
      await api.file('oil.csv', csv.replace('900', '950')),
    );
    expect(again.data).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    const salt = (await product('plain-salt')).body.data;
    expect([salt.price, salt.sellingUnitsData.enabled]).toEqual([950, false]);
    expect(body.data.sellingUnitsData.enabled).toBe(true);
  });

  test('specifications keep the order in which they were typed, and another order is a change', async () => {
    const typed = { Origin: 'Edo', Size: '25 l', 'Best before': '12 months', Ö: 'x' };
    const row = { slug: 'in-order', title: 'Oil', price: 900, basePrice: 1_000, minimumViableUnits: 1 };
    const bring = async (specifications: object) =>
      (
        await runOpsCommandInTest(
          api,
          'product',
          'import',
          await api.file('o.json', JSON.stringify([{ ...row, specifications }])),
        )
      ).data;
    const names = async () => Object.keys((await product('in-order')).body.data.specifications);
    await bring(typed);
    expect(await names()).toEqual(['Origin', 'Size', 'Best before', 'Ö']);
    expect(await bring(typed)).toMatchObject({ unchanged: 1 });
    const turned = Object.fromEntries(Object.entries(typed).reverse());
    expect(await bring(turned)).toMatchObject({ updated: 1 });
    expect(await names()).toEqual(['Ö', 'Best before', 'Size', 'Origin']);
    await runOpsCommandInTest(
      api,
      'product',
      'edit',
      'in-order',
      '--specifications',
      'Weight: 2 kg | A: 1 | Origin: Edo',
    );
    expect(await names()).toEqual(['Weight', 'A', 'Origin']);
    const shown = (await runOpsCommandInTest<{ specifications: object }>(api, 'product', 'show', 'in-order'))
      .data;
    expect(Object.keys(shown.specifications)).toEqual(['Weight', 'A', 'Origin']);
    expect(await api.say('product', 'export', '--csv')).toContain('Weight: 2 kg | A: 1 | Origin: Edo');
  });

  test('a dry run says what would happen and writes nothing', async () => {
    const path = await api.file(
      'dry.json',
      JSON.stringify([{ slug: 'dry-one', title: 'Dry', price: 5, basePrice: 6, minimumViableUnits: 1 }]),
    );
    expect((await runOpsCommandInTest(api, 'product', 'import', path, '--dry-run')).data).toMatchObject({
      added: 1,
      isDryRun: true,
    });
    expect((await product('dry-one')).status).toBe(404);
  });

  test('one bad row spoils all, and every error is listed by row', async () => {
    const rows = [
      { slug: 'good-one', title: 'Good', price: 5, basePrice: 6, minimumViableUnits: 1 },
      { slug: 'Bad Slug', title: '', price: 10.5, basePrice: 6, minimumViableUnits: 0 },
      {
        slug: 'good-one',
        title: 'Twice',
        price: 7,
        basePrice: 6,
        minimumViableUnits: 1,
        images: ['../etc/passwd'],
      },
    ];
    const run = await runOpsCommandInTest<{ errors: { row: number; field: string }[] }>(
      api,
      'product',
      'import',
      await api.file('bad.json', JSON.stringify(rows)),
    );
    expect([run.exitCode, run.ok]).toEqual([1, false]);
    expect(run.data.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '2 slug',
      '2 price',
      '2 minimumViableUnits',
      '2 title',
      '3 basePrice',
      '3 images',
      '3 slug',
    ]);
    expect((await product('good-one')).status).toBe(404);
  });

  test('pictures are derived from the folder and named by content; a missing one is an error', async () => {
    await sharp({ create: { width: 700, height: 500, channels: 3, background: '#884422' } })
      .png()
      .toFile(join(api.folder, 'rice.png'));
    const row = { slug: 'pictured', title: 'Rice', price: 5, basePrice: 6, minimumViableUnits: 1 };
    const good = await api.file('pictured.json', JSON.stringify([{ ...row, images: ['rice.png'] }]));
    expect((await runOpsCommandInTest(api, 'product', 'import', good, '--images', api.folder)).exitCode).toBe(
      0,
    );
    const [picture] = (await product('pictured')).body.data.pictures;
    expect(picture).toMatchObject({ width: 700, height: 500 });
    const missing = await api.file(
      'missing.json',
      JSON.stringify([{ ...row, slug: 'not-there', images: ['gone.png'] }]),
    );
    const run = await runOpsCommandInTest<{ errors: unknown[] }>(
      api,
      'product',
      'import',
      missing,
      '--images',
      api.folder,
    );
    expect([run.exitCode, run.data.errors]).toEqual([
      1,
      [
        {
          row: 1,
          slug: 'not-there',
          field: 'images',
          message: expect.stringMatching(/^gone\.png was not found: /),
        },
      ],
    ]);
  });

  test.each([
    ['no.txt', '[]', 'must end in .csv or .json'],
    ['broken.json', '{', 'not valid JSON'],
    ['headless.csv', 'name,price\nx,1', '"slug" is missing'],
  ])('%s is refused', async (name, text, words) => {
    const run = await runOpsCommandInTest(api, 'product', 'import', await api.file(name, text));
    expect(run.exitCode).toBe(1);
    expect(run.message).toContain(words);
  });
});

describe('products', () => {
  test('are withdrawn, put back and changed; what is exported can be imported', async () => {
    const slug = 'edit-me';
    await addTestProduct(api, { slug, priceNaira: 1_000, baseNaira: 1_500 });
    expect((await runOpsCommandInTest(api, 'product', 'deactivate', slug)).exitCode).toBe(0);
    expect((await product(slug)).status).toBe(404);
    expect(
      (await runOpsCommandInTest<unknown[]>(api, 'product', 'list', '--status', 'inactive')).data,
    ).toMatchObject([{ slug }]);
    await runOpsCommandInTest(api, 'product', 'activate', slug);
    const edited = await runOpsCommandInTest(
      api,
      'product',
      'edit',
      slug,
      '--price',
      '1200',
      '--title',
      'Edited',
    );
    expect(edited.exitCode).toBe(0);
    expect((await product(slug)).body.data).toMatchObject({ price: 1_200, title: 'Edited' });
    const tooLow = await runOpsCommandInTest(api, 'product', 'edit', slug, '--base-price', '1100');
    expect(tooLow.message).toBe('The standard price must not be below the group price.');
    const exported = await runOpsCommandInTest<{ products: { slug: string }[] }>(api, 'product', 'export');
    const path = await api.file('exported.json', JSON.stringify(exported.data));
    const back = await runOpsCommandInTest(api, 'product', 'import', path);
    expect(back.data).toMatchObject({ updated: 0, unchanged: exported.data.products.length });
    expect((await runOpsCommandInTest(api, 'product', 'activate', 'never-was')).exitCode).toBe(1);
  });

  test('that are changed while a group is open say that the group keeps what it opened with', async () => {
    const slug = 'in-a-group';
    const id = await addTestProduct(api, { slug, priceNaira: 1_000, baseNaira: 1_500, minUnits: 10 });
    const say = async (...words: string[]) => (await runOpsCommand(words, async () => api.deps)).stdout;
    expect(await say('product', 'edit', slug, '--price', '1100')).toBe(`${slug} is changed.\n`);
    const shopper = await signUpShopper(api);
    await adjustTestWallet(api, shopper.id, 2_000);
    await payFromWalletThroughApi(api, shopper, id, 1);
    expect(await say('product', 'edit', slug, '--price', '1200')).toBe(
      `${slug} is changed. Its open group keeps the price and minimum it opened with.\n`,
    );
    expect(await say('product', 'edit', slug, '--category', 'Grains')).toBe(`${slug} is changed.\n`);
  });

  test.each([
    [
      'an edit',
      async (slug: string) => runOpsCommandInTest(api, 'product', 'edit', slug, '--title', 'New title'),
    ],
    [
      'an import',
      async (slug: string) =>
        runOpsCommandInTest(
          api,
          'product',
          'import',
          await api.file('title.csv', `slug,title\n${slug},New title\n`),
        ),
    ],
  ])('keep the price that another one sets while %s of the title is on its way', async (what, change) => {
    const slug = `two-at-once-${what.slice(3)}`;
    await addTestProduct(api, { slug, priceNaira: 1_000, baseNaira: 1_500 });
    const waiting = async () =>
      (
        await api.db.query(`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      ).length;
    const changed = await api.db.transaction(async (tx) => {
      await tx.query('UPDATE products SET price_kobo = 120000 WHERE slug = $1', [slug]);
      const begun = change(slug);
      await expect.poll(waiting).toBe(1);
      return { begun };
    });
    expect((await changed.begun).exitCode).toBe(0);
    expect((await product(slug)).body.data).toMatchObject({ title: 'New title', price: 1_200 });
  });
});
