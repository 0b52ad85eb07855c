import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { OpsProduct } from '#contract/schemas/ops/products.ts';
import type { OpsBulkEditProductsReply } from '#contract/schemas/ops/products-bulk-edit.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** The calls by which the list of products changes many products in the same way. */

const api = openFixtureForFile(() => startTestApi({ env: { RATE_LIMIT_FACTOR: '100' } }));
let ngozi: SignedInTestOperator;
beforeAll(async () => {
  ngozi = await signInTestOperator(api, 'ngozi', 'ops');
  await addTestProduct(api, { slug: 'salt', title: 'Salt', priceNaira: 905, baseNaira: 1_000 });
  await addTestProduct(api, {
    ...{ slug: 'rice', title: 'Rice', priceNaira: 45_000, baseNaira: 58_000 },
    units: [
      { name: 'bag', quantity: 50, baseNaira: 58_000 },
      { name: 'kg', quantity: 1, customNaira: 950, baseNaira: 1_200 },
    ],
  });
});

const change = (body: object, key = randomUUID()) =>
  ngozi.call<OpsBulkEditProductsReply & { message?: string }>('POST', '/api/ops/product-change', body, {
    'idempotency-key': key,
  });
const show = async (slug: string) =>
  (await ngozi.call<{ data: OpsProduct }>('GET', `/api/ops/products/${slug}`)).body.data;
const rows = () =>
  api.db.query<{ target: string; before: object; after: object }>(
    `SELECT target, before, after FROM audit_log WHERE action = 'product.change' ORDER BY id`,
  );
const slugs = ['rice', 'salt'];

test('a preview says exactly what changes and changes nothing; the act does that once, a row for each', async () => {
  const body = { slugs, percent: 10 };
  const { data: planned } = (await change({ ...body, dryRun: true })).body;
  expect(planned.changes).toMatchObject([
    { slug: 'rice', fields: { price: { before: 45_000, after: 49_500 }, basePrice: { after: 63_800 } } },
    { slug: 'salt', fields: { price: { before: 905, after: 996 }, basePrice: { after: 1_100 } } },
  ]);
  expect([await rows(), (await show('salt')).price]).toEqual([[], 905]);

  const key = randomUUID();
  const [one, again] = [await change(body, key), await change(body, key)];
  expect([one.status, one.body.data.changes]).toEqual([200, planned.changes]);
  expect(again.body.data.changes).toEqual(planned.changes);
  expect(await rows()).toMatchObject([
    { target: 'product:rice', before: { price: 45_000 }, after: { price: 49_500 } },
    { target: 'product:salt', before: { price: 905 }, after: { price: 996 } },
  ]);
  expect((await show('rice')).sellingUnitsData.options).toMatchObject([
    { name: 'bag', customPrice: null, basePrice: 63_800 },
    { name: 'kg', customPrice: 1_045, basePrice: 1_320 },
  ]);
});

test('category, sale, supplier and limit change alike; a product that is so already has no row', async () => {
  const before = (await rows()).length;
  await change({ slugs: ['salt'], supplier: 'Mile 12' });
  const both = await change({
    slugs,
    category: 'Dry food',
    active: false,
    supplier: 'Mile 12',
    maxUnitsPerPerson: 7,
  });
  expect(both.body.data.changes?.map(({ fields }) => Object.keys(fields).sort())).toEqual([
    ['active', 'category', 'maxUnitsPerPerson', 'supplier'],
    ['active', 'category', 'maxUnitsPerPerson'],
  ]);
  expect((await rows()).length - before).toBe(3);
  for (const slug of slugs)
    expect(await show(slug)).toMatchObject({
      ...{ category: 'Dry food', active: false, supplier: 'Mile 12', maxUnitsPerPerson: 7 },
    });
  expect((await change({ slugs, maxUnitsPerPerson: null })).status).toBe(200);
  expect((await change({ slugs, active: false })).body.message).toBe('These products are already so.');
});

test('the values of before, empty ones too, restore each product, as an undo sends them', async () => {
  const shown = async () => [await show('rice'), await show('salt')];
  const before = await shown();
  const edits = [{ category: 'Pulses' }, { supplier: 'Kano' }, { maxUnitsPerPerson: 77 }, { price: 555 }];
  for (const edit of [...edits, { active: !before[0]?.active }]) {
    const [field = ''] = Object.keys(edit);
    const { data, message } = (await change({ slugs, ...edit })).body;
    expect([field, message]).toEqual([field, undefined]);
    expect(await shown()).not.toEqual(before);
    for (const { slug, fields } of data.changes ?? [])
      expect((await change({ slugs: [slug], [field]: fields[field]?.before })).status).toBe(200);
    expect(await shown()).toEqual(before);
  }
});

test('what one product refuses changes none, and names it', async () => {
  const before = await rows();
  const refused = async (body: object) => (await change(body)).body.message;
  expect(await refused({ slugs, price: 2_000 })).toBe(
    'salt: basePrice: the standard price must not be below the group price.',
  );
  expect(await refused({ slugs: ['rice', 'none'], price: 2_000 })).toBe('There is no product none.');
  expect(await refused({ slugs, percent: -95 })).toBe(
    'The percentage is a whole number from -90 to 900, for example 10 or -5.',
  );
  expect(await refused({ slugs, price: 900, percent: 5 })).toBe('Give a price or a percentage, not both.');
  expect(await refused({ slugs })).toBe('Nothing to change was given.');
  expect([await rows(), (await show('rice')).price]).toEqual([before, 49_500]);
});
