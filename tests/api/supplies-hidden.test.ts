import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as accountCalls from '#contract/account-endpoints.ts';
import { screenPathPatterns } from '#contract/addresses.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import * as openCalls from '#contract/endpoints.ts';
import * as memberCalls from '#contract/member-endpoints.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { adjustTestWallet } from '../support/give-money.ts';
import { registerShopForFile } from '../support/shop-for-file.ts';
import { callShopApi, TestShopper } from '../support/shopper.ts';

/** The shop's suppliers and costs appear in nothing that a shopper or a visitor can read. */

const here = registerShopForFile({ DEMO: '0' });
const SUPPLIER = 'Zobo Mills';
const COST = '7654321';

const calls = Object.values({ ...accountCalls, ...openCalls, ...memberCalls }) as Endpoint[];

/** Fills a path with the shopper's ids. */
const filled = (path: string, things: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => things[name] ?? randomUUID());

test('no call and no page of the shop names a supplier or a cost', async () => {
  const { shop } = here;
  const slug = 'rice';
  const productId = await addTestProduct(shop, { slug, title: 'Rice', minUnits: 2 });
  await shop.ops(
    'centre',
    'add',
    'IKJ',
    ...['--name', 'Ikeja', '--state', 'Lagos', '--city', 'Ikeja'],
    ...[...['--address', '1 Allen Avenue', '--hours', 'Mon to Sat']],
  );
  await shop.ops('product', 'edit', slug, '--supplier', SUPPLIER, '--cost', COST);
  const shopper = await TestShopper.signUp(shop.url);
  await adjustTestWallet(shop, shopper.id, 50_000);
  await shopper.add(productId, 2);
  await shopper.pay({ method: 'wallet_only', walletNaira: 2_000 });
  await shopper.add(productId, 1);
  const [bought] = await shop.db.query<Record<string, string>>(
    `SELECT o.tracking_no AS "trackingNumber", i.group_id AS "groupId", p.reference, p.attempt_key AS key
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN payments p ON p.id = o.payment_id`,
  );
  const things = { ...bought, slug, productId, lineNumber: '1' };
  const read = new Map<string, { status: number; text: string }>();
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await callShopApi(shop.url, 'GET', path, { headers });
    read.set(`${path} ${headers.authorization ? 'signed in' : ''}`, { status, text: JSON.stringify(body) });
  };
  for (const { path } of calls.filter(({ method }) => method === 'GET')) {
    await ask(filled(path, things));
    await ask(filled(path, things), { authorization: `Bearer ${shopper.session.token}` });
  }
  for (const path of [...Object.values(screenPathPatterns), '/sitemap.xml', '/llms.txt'])
    await ask(filled(path, things));

  const answered = [...read].filter(([, { status }]) => status === 200).map(([name]) => name);
  expect(answered, 'the product, its group, the cart and the order were read').toEqual(
    expect.arrayContaining([
      `/api/products/slug/${slug} `,
      `/product/${slug} `,
      `/api/group/product/${productId} `,
      '/api/cart signed in',
      '/api/group/my-groups signed in',
      '/api/account/export signed in',
    ]),
  );
  const told = [...read].filter(([, { text }]) => text.includes(SUPPLIER) || text.includes(COST));
  expect(told.map(([name]) => name)).toEqual([]);
});

test('the same words at the console: the product, its export and a refused cost', async () => {
  const { shop } = here;
  expect(await shop.ops('product', 'show', 'rice')).toMatchObject({ supplier: SUPPLIER, cost: Number(COST) });
  const { csv } = await shop.ops<{ csv: string }>('product', 'export', '--csv');
  const [head, row] = csv.split('\n');
  expect(head).toContain('basePrice,supplier,cost,');
  expect(row).toContain(`${SUPPLIER},${COST},`);
  expect((await shop.tryOps('product', 'edit', 'rice', '--cost', '0')).message).toMatch(
    /^--cost: type a whole number/,
  );
  await shop.ops('product', 'edit', 'rice', '--cost', 'none', '--supplier', '');
  expect(await shop.ops('product', 'show', 'rice')).toMatchObject({ supplier: '', cost: null });
});
