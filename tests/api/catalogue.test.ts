import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import type { ShopConfigReply } from '#contract/schemas/config.ts';
import type { PickupCentresReply, Product, ProductReply, ProductsReply } from '#contract/schemas/product.ts';
import type { Queryable } from '../../server/db/database.ts';
import {
  createProductListReader,
  PRODUCT_SHUFFLE_INTERVAL_MS,
  shuffleProductsBySeed,
} from '../../server/features/catalogue/product-list.ts';
import { startTestApi } from '../support/api.ts';
import { addTestPickupCentre, addTestProduct, openTestGroup } from '../support/api-catalogue.ts';
import { openFixtureForFile } from '../support/for-file.ts';

const api = openFixtureForFile(() =>
  startTestApi({
    env: { BRAND_NAME: 'Sabi Market', CONTACT_PHONE: '+234 1 234', PUBLIC_URL: 'http://127.0.0.1:4100' },
  }),
);
let rice: string;

beforeAll(async () => {
  rice = await addTestProduct(api, {
    slug: 'rice-50kg',
    title: 'Rice',
    priceNaira: 51_500,
    baseNaira: 64_000,
    minUnits: 500,
    units: [
      { name: 'bag-50kg', quantity: 50, baseNaira: 64_000 },
      { name: 'share-5kg', quantity: 5, customNaira: 5_400, baseNaira: 7_000 },
    ],
  });
  for (let count = 0; count < 29; count += 1) await addTestProduct(api, { title: `Product ${count}` });
  const withdrawn = await addTestProduct(api, { slug: 'withdrawn' });
  await api.db.query('UPDATE products SET active = false WHERE id = $1', [withdrawn]);
  await addTestPickupCentre(api);
});
afterEach(() => void vi.useRealTimers());

const list = (url: string, headers: Record<string, string> = {}) =>
  api.call<ProductsReply>({ method: 'GET', url, headers });
const ids = (reply: ProductsReply): string[] => reply.data.map((product) => product._id);

test('the list shows the products on sale, 24 a page, none twice', async () => {
  const first = await list('/api/products/');
  const second = await list('/api/products?page=2');
  expect(first.status).toBe(200);
  expect(first.body.pagination).toEqual({ page: 1, limit: 24, total: 30, pages: 2, hasMore: true });
  expect(second.body.pagination).toMatchObject({ page: 2, hasMore: false });
  const all = [...ids(first.body), ...ids(second.body)];
  expect(new Set(all).size).toBe(30);
  expect(Date.parse(first.body.serverTime)).toBeGreaterThan(0);
});

test('of the pages that anybody may ask for the last 50 are kept', async () => {
  let asked = 0;
  const counting: Queryable = {
    query: (...call) => {
      asked += 1;
      return api.db.query(...call);
    },
  };
  const listPage = createProductListReader(
    counting,
    { now: () => new Date() },
    api.config.publicUrl,
    () => 0,
  );
  const askedFor = async (limit: number): Promise<boolean> => {
    const before = asked;
    await listPage({ page: 1, limit, filter: { search: '', category: '' } });
    return asked > before;
  };
  for (let limit = 1; limit <= 51; limit += 1) await askedFor(limit);
  expect(await askedFor(51)).toBe(false);
  expect(await askedFor(2)).toBe(false);
  expect(await askedFor(1)).toBe(true);
});

test('within its window a page keeps its order, and a phone that has it is sent nothing', async () => {
  // The clock is stopped, so that the window does not end during the test.
  vi.useFakeTimers({ toFake: ['Date'] });
  const first = await list('/api/products?limit=10');
  const again = await list('/api/products?limit=10', { 'if-none-match': String(first.headers.etag) });
  expect(again.status).toBe(304);
  expect(again.body).toBeUndefined();
  // The cached body has the time at which it was made; the header has the time of the answer.
  expect(Date.parse(String(again.headers['x-server-time']))).toBeGreaterThanOrEqual(
    Date.parse(first.body.serverTime),
  );
  expect(ids((await list('/api/products?limit=10')).body)).toEqual(ids(first.body));
});

test('no cache keeps a page beyond its window, or an older list would follow a newer rendered page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = Math.ceil(Date.now() / PRODUCT_SHUFFLE_INTERVAL_MS) * PRODUCT_SHUFFLE_INTERVAL_MS;
  for (const [afterMs, maxAge] of [
    [0, 15],
    [4_000, 11],
    [14_200, 0],
    [15_000, 15],
  ] as const) {
    vi.setSystemTime(start + afterMs);
    for (const url of ['/api/products', '/api/products?q=rice'])
      expect((await list(url)).headers['cache-control']).toBe(`public, max-age=${maxAge}`);
  }
});

test('another window draws another order of the same products', () => {
  const products = Array.from({ length: 24 }, () => ({ _id: randomUUID() }) as Product);
  const [one, same, other] = ['1', '1', '2'].map((seed) =>
    shuffleProductsBySeed(products, seed).map((product) => product._id),
  );
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
  expect(new Set(one)).toEqual(new Set(other));
});

test.each(['?page=0', '?limit=101', '?limit=many'])('%s is refused', async (query) => {
  const answer = await api.call({ method: 'GET', url: `/api/products${query}` });
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
});

test('a product shows its units, its range and a virtual group that no clock runs for', async () => {
  const answer = await api.call<ProductReply>({ method: 'GET', url: '/api/products/slug/rice-50kg' });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({
    _id: rice,
    price: 51_500,
    basePrice: 64_000,
    minPrice: 5_400,
    maxPrice: 51_500,
    minBasePrice: 7_000,
    maxBasePrice: 64_000,
    minimumViableUnits: 500,
    soloEnabled: true,
    shareLink: 'http://127.0.0.1:4100/product/rice-50kg',
    group: { groupId: null, status: 'active', progressPercentage: 0, spotsRemaining: 500, deadline: null },
  });
  expect(answer.body.data.sellingUnitsData).toMatchObject({ enabled: true, baseUnitName: 'kg' });
  const again = await api.call({
    method: 'GET',
    url: '/api/products/slug/rice-50kg',
    headers: { 'if-none-match': String(answer.headers.etag) },
  });
  expect(again.status).toBe(304);
});

test('a product says how long its groups run only where it has a window of its own', async () => {
  const own = await addTestProduct(api, { slug: 'one-day' });
  await api.db.query('UPDATE products SET window_hours = 24.5 WHERE id = $1', [own]);
  const read = async (slug: string): Promise<Product> =>
    (await api.call<ProductReply>({ method: 'GET', url: `/api/products/slug/${slug}` })).body.data;
  expect((await read('one-day')).windowHours).toBe(24.5);
  expect(await read('rice-50kg')).not.toHaveProperty('windowHours');
  await api.db.query('UPDATE products SET active = false WHERE id = $1', [own]);
});

test('without selling units the range is 0', async () => {
  await addTestProduct(api, { slug: 'no-units' });
  const answer = await api.call<ProductReply>({ method: 'GET', url: '/api/products/slug/no-units' });
  expect(answer.body.data).toMatchObject({
    minPrice: 0,
    maxPrice: 0,
    minBasePrice: 0,
    maxBasePrice: 0,
    price: 1_000,
  });
});

test.each(['withdrawn', 'never-was', 'Not A Slug'])('the product %s is not found', async (slug) => {
  const answer = await api.call<ApiErrorBody>({
    method: 'GET',
    url: `/api/products/slug/${encodeURIComponent(slug)}`,
  });
  expect([answer.status, answer.body.message]).toEqual([404, 'Product not found']);
});

test('while a group can be joined its frozen prices are shown', async () => {
  const product = await addTestProduct(api, {
    slug: 'frozen',
    priceNaira: 2_000,
    baseNaira: 2_600,
    minUnits: 20,
  });
  const groupId = await openTestGroup(api, product);
  await api.db.query('UPDATE products SET price_kobo = 190000, min_units = 40 WHERE id = $1', [product]);
  const read = async (): Promise<Product> =>
    (await api.call<ProductReply>({ method: 'GET', url: '/api/products/slug/frozen' })).body.data;
  expect(await read()).toMatchObject({
    price: 2_000,
    minimumViableUnits: 20,
    group: { groupId, spotsRemaining: 20 },
  });
  await api.db.query('UPDATE groups SET joinable = false WHERE id = $1', [groupId]);
  expect(await read()).toMatchObject({ price: 1_900, minimumViableUnits: 40, group: { groupId: null } });
});

test('centres and settings are public', async () => {
  const centres = await api.call<PickupCentresReply>({ method: 'GET', url: '/api/centres' });
  expect(centres.body.data).toMatchObject([
    { code: 'LAG-IKJ', address: 'Allen Avenue, Ikeja', isDefault: true },
  ]);
  const config = await api.call<ShopConfigReply>({ method: 'GET', url: '/api/config' });
  expect(config.body.data).toMatchObject({
    brandName: 'Sabi Market',
    slogan: 'Buy Together, Save Together',
    contact: { phone: '+234 1 234' },
    claims: { averageSavings: '40% average savings', happyCustomers: 'more than 1,000 happy customers' },
    sandbox: true,
  });
  const again = await api.call({
    method: 'GET',
    url: '/api/config',
    headers: { 'if-none-match': String(config.headers.etag) },
  });
  expect(again.status).toBe(304);
});
