import { beforeAll, expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { startTestApi } from '../support/api.ts';
import { addTestProduct, openTestGroup } from '../support/api-catalogue.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() => startTestApi());

/** Opens a group of 100 units for a new product with this slug. */
async function openGroup(slug: string, group: { sold: number; hoursLeft: number; category?: string }) {
  const { sold, hoursLeft, category = 'Grains' } = group;
  const product = await addTestProduct(api, { slug, title: `Rice ${slug}`, minUnits: 100 });
  await api.db.query('UPDATE products SET category = $2 WHERE id = $1', [product, category]);
  const groupId = await openTestGroup(api, product);
  await api.db.query(
    "UPDATE groups SET units_sold = $2, deadline = app_now() + $3 * interval '1 hour' WHERE id = $1",
    [groupId, sold, hoursLeft],
  );
  return { product, groupId };
}

beforeAll(async () => {
  await addTestProduct(api, { slug: 'nobody-yet', title: 'Rice of nobody' });
  await openGroup('new', { sold: 10, hoursLeft: 40 });
  await openGroup('closing-last', { sold: 20, hoursLeft: 11.9 });
  await openGroup('closing-first', { sold: 79, hoursLeft: 1 });
  await openGroup('closing-oil', { sold: 5, hoursLeft: 5, category: 'Oils' });
  await openGroup('later', { sold: 30, hoursLeft: 12.5 });
  await openGroup('almost', { sold: 80, hoursLeft: 30 });
  await openGroup('fullest', { sold: 99, hoursLeft: 30 });
  await openGroup('over', { sold: 90, hoursLeft: -1 });
  const full = await openGroup('full', { sold: 100, hoursLeft: 6 });
  await api.db.query('UPDATE groups SET joinable = false WHERE id = $1', [full.groupId]);
  const withdrawn = await openGroup('withdrawn', { sold: 85, hoursLeft: 2 });
  await api.db.query('UPDATE products SET active = false WHERE id = $1', [withdrawn.product]);
});

async function list(query: string) {
  const { body } = await api.call<ProductsReply>({ method: 'GET', url: `/api/products?${query}` });
  return { slugs: body.data.map(({ slug }) => slug), pagination: body.pagination };
}

test.each([
  ['deals=closing-soon', ['closing-first', 'closing-oil', 'closing-last']],
  ['deals=almost-full', ['fullest', 'almost']],
  ['deals=closing-soon&category=Oils', ['closing-oil']],
  ['deals=almost-full&category=Oils', []],
  ['deals=almost-full&q=fullest', ['fullest']],
  ['deals=closing-soon&q=nobody', []],
  ['deals=closing-soon&q=rice&category=Oils', ['closing-oil']],
])('the list with %s', async (query, slugs) => {
  const { slugs: listed, pagination } = await list(query);
  expect(listed).toEqual(slugs);
  expect(pagination.total).toBe(slugs.length);
});

test('the groups at a stage come in pages, each once, the first to end first', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list(`deals=closing-soon&limit=1&page=${page}`)));
  expect(pages.flatMap(({ slugs }) => slugs)).toEqual(['closing-first', 'closing-oil', 'closing-last']);
  expect(pages.map(({ pagination }) => pagination.hasMore)).toEqual([true, true, false]);
});

test('an unknown stage is refused', async () => {
  const answer = await api.call<ApiErrorBody>({ method: 'GET', url: '/api/products?deals=half-full' });
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
});
