import { afterEach, expect, it } from 'vitest';
import type { ProductsReply } from '#contract/schemas/product.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';

/** The counts of listed products are kept by every change of a product. @source 0004_catalogue.sql */

const api = openFixtureForFile(() => startTestApi());
const LONG = 'x'.repeat(101);

const add = (count: number, category: string, active = true) =>
  api.db.query(
    `INSERT INTO products (slug, title, category, active, price_kobo, base_price_kobo, min_units)
     SELECT 'p-' || gen_random_uuid(), 'Rice', $2, $3, 100000, 150000, 10 FROM generate_series(1, $1::int)`,
    [count, category, active],
  );

async function totalOf(category = ''): Promise<number> {
  // Another page is asked for each time, so that no answer comes from the cache.
  const url = `/api/products?limit=48&page=${100 + asked++}&category=${encodeURIComponent(category)}`;
  return (await api.call<ProductsReply>({ method: 'GET', url })).body.pagination.total;
}
let asked = 0;

afterEach(async () => {
  const wrong = await api.db.query(
    `SELECT term, kept.products, counted.products AS counted FROM listed_counts kept FULL JOIN (
       SELECT term, count(*) AS products FROM products p, listed_terms_of(p.category) t WHERE p.active GROUP BY term) counted
     USING (term) WHERE coalesce(kept.products, 0) <> coalesce(counted.products, 0)`,
  );
  expect(wrong).toEqual([]);
});

it('counts what is on sale, by one statement for many products as for one', async () => {
  await add(3, 'Grains');
  await add(1, 'Oils');
  await add(2, '');
  await add(1, 'Grains', false);
  await add(1, LONG);
  expect([await totalOf(), await totalOf('Grains'), await totalOf('Oils'), await totalOf('grains')]).toEqual([
    7, 3, 1, 0,
  ]);
});

it('follows what is withdrawn, offered again, moved to another category, or gone', async () => {
  await api.db.query(`UPDATE products SET active = NOT active WHERE category = 'Grains'`);
  expect([await totalOf(), await totalOf('Grains')]).toEqual([5, 1]);
  await api.db.query(`UPDATE products SET active = true, category = 'Oils' WHERE category = 'Grains'`);
  expect([await totalOf(), await totalOf('Grains'), await totalOf('Oils')]).toEqual([8, 0, 5]);
  await api.db.query(
    `INSERT INTO products (slug, title, category, price_kobo, base_price_kobo, min_units)
     SELECT slug, title, 'Fresh', price_kobo, base_price_kobo, min_units FROM products WHERE category = 'Oils'
     UNION ALL SELECT 'new', 'Yam', 'Fresh', 100000, 150000, 10
     ON CONFLICT (slug) DO UPDATE SET category = excluded.category`,
  );
  expect([await totalOf(), await totalOf('Oils'), await totalOf('Fresh')]).toEqual([9, 0, 6]);
  await api.db.query(`DELETE FROM products WHERE slug = 'new'`);
  expect([await totalOf(), await totalOf('Fresh')]).toEqual([8, 5]);
});

it('is as it was after what was not committed, and right after many at once', async () => {
  const before = await totalOf();
  const failed = api.db.transaction(async (tx) => {
    await tx.query(`UPDATE products SET active = false`);
    throw new Error('not this time');
  });
  await expect(failed).rejects.toThrow('not this time');
  expect(await totalOf()).toBe(before);
  await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      api.db.transaction(async (tx) => {
        for (const category of turn % 2 === 0 ? ['Soap', 'Rope'] : ['Rope', 'Soap']) {
          await tx.query(
            `INSERT INTO products (slug, title, category, price_kobo, base_price_kobo, min_units)
             VALUES ('p-' || gen_random_uuid(), 'Thing', $1, 100000, 150000, 10)`,
            [category],
          );
        }
      }),
    ),
  );
  expect([await totalOf(), await totalOf('Soap'), await totalOf('Rope')]).toEqual([before + 24, 12, 12]);
});
