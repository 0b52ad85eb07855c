import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRODUCT_CSV_COLUMNS } from '../../server/features/catalogue/import/product-csv.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

const api = openFixtureForFile(startTestApi, addOpsCommandFixture);
const page = await readFile(join(import.meta.dirname, '../../docs/import.md'), 'utf8');

async function bringIn(thing: 'product' | 'centre', type: 'csv' | 'json', example: string | undefined) {
  return runOpsCommandInTest(api, thing, 'import', await api.file(`example.${type}`, example ?? ''));
}

test('every example of the page about files is taken as it stands there', async () => {
  const examples = [...page.matchAll(/^```(csv|json)\n(.*?)^```$/gms)].map(([, type, text]) => ({
    type,
    text,
  }));
  expect(examples.map(({ type }) => type)).toEqual(['csv', 'csv', 'json', 'csv', 'json']);
  const [table, prices, list, centreTable, centreList] = examples.map(({ text }) => text);
  expect((await bringIn('product', 'csv', table)).data).toMatchObject({ added: 2 });
  expect((await bringIn('product', 'csv', prices)).data).toMatchObject({ updated: 2 });
  expect((await bringIn('product', 'json', list)).data).toMatchObject({ added: 1 });
  expect((await bringIn('centre', 'csv', centreTable)).data).toMatchObject({ imported: 2 });
  expect((await bringIn('centre', 'json', centreList)).data).toMatchObject({ imported: 1 });
  const { products } = (await runOpsCommandInTest<{ products: object[] }>(api, 'product', 'export')).data;
  expect(products).toMatchObject([
    { slug: 'palm-oil', price: 46_000, specifications: { Origin: 'Edo', Size: '25 l' } },
    { slug: 'plain-salt', price: 950 },
    { slug: 'garri-white', sellingUnitsData: { options: [{ isActive: true }, { isActive: false }] } },
  ]);
});

test('the page names every column of a product', () => {
  for (const column of PRODUCT_CSV_COLUMNS) expect(page).toContain(`\`${column}\``);
});
