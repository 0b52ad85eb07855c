import { beforeAll, expect, test } from 'vitest';
import type { OpsCsvExportReply } from '#contract/schemas/ops/orders.ts';
import type { OpsShoppersReply } from '#contract/schemas/ops/shoppers.ts';
import { parseCsv } from '../../server/lib/csv.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/** The list of shoppers: what each filter finds, page by page, and as a table. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
let support: SignedInTestOperator;
let finance: SignedInTestOperator;
let buyer: { id: string; name: string; email: string; phone: string };
beforeAll(async () => {
  await shop.wordsFor('user lock');
  await shop.wordsFor('order show');
  await shop.wordsFor('user note');
  const [bought] = await shop.db.query<typeof buyer>(
    `SELECT u.id, u.name, u.email::text AS email, u.phone FROM users u JOIN orders o ON o.user_id = u.id`,
  );
  if (!bought) throw new Error('nobody has bought anything');
  buyer = bought;
  await shop.db.query(
    `UPDATE users SET locked_at = now() WHERE id = (SELECT id FROM users WHERE id <> $1 ORDER BY created_at LIMIT 1)`,
    [buyer.id],
  );
  support = await signInTestOperator(shop, 'bisi', 'support');
  finance = await signInTestOperator(shop, 'femi', 'finance');
});

const list = async (body: object = {}) =>
  (await support.call<OpsShoppersReply>('POST', '/api/ops/shopper-list', body)).body.data;
const idsOf = async (body: object) => (await list(body)).map(({ id }) => id);

test('the list has all shoppers, the newest first, with their orders and money', async () => {
  const shoppers = await list();
  expect(shoppers.length).toBe(3);
  const joined = shoppers.map(({ createdAt }) => createdAt);
  expect(joined).toEqual([...joined].sort().reverse());
  expect(shoppers.find(({ id }) => id === buyer.id)).toMatchObject({
    ...{ ...buyer, orders: 1, paidInNaira: 1_000, paidBackNaira: 0, lastOrderAt: expect.any(String) },
  });
});

test('the list is filtered and searched', async () => {
  expect(await idsOf({ only: 'buyers' })).toEqual([buyer.id]);
  expect((await idsOf({ only: 'newcomers' })).length).toBe(2);
  expect(await list({ only: 'locked' })).toMatchObject([{ locked: true, orders: 0 }]);
  for (const q of [buyer.email, buyer.phone, buyer.phone.replace('+234', '0'), buyer.id])
    expect(await idsOf({ q }), q).toEqual([buyer.id]);
  expect(await idsOf({ q: buyer.name.slice(0, 3).toLowerCase() })).toContain(buyer.id);
  expect(await idsOf({ q: '%' })).toEqual([]);
  expect(await idsOf({ q: buyer.email, only: 'locked' })).toEqual([]);
});

test('pages have each shopper once', async () => {
  const leafed: string[] = [];
  for (
    let page = await idsOf({ limit: 1 });
    page.length > 0;
    page = await idsOf({ limit: 1, after: page[0] })
  ) {
    leafed.push(...page);
    expect(leafed.length).toBeLessThan(4);
  }
  expect(leafed).toEqual(await idsOf({}));
});

test('the table is for support, is not run by a spreadsheet, and is written to the log', async () => {
  await shop.db.query(`UPDATE users SET name = '@SUM(A1)' WHERE id = $1`, [buyer.id]);
  const { body } = await support.call<OpsCsvExportReply>('POST', '/api/ops/shopper-export', {
    only: 'buyers',
  });
  const [head, row] = parseCsv(body.data.csv).map(({ cells }) => cells);
  expect(head?.slice(0, 3)).toEqual(['name', 'e-mail', 'phone']);
  expect(row?.slice(0, 4)).toEqual(['@SUM(A1)', buyer.email, buyer.phone, 'active']);
  expect(body.data.csv).toContain(`'@SUM(A1)`);
  const [line] = await shop.db.query(
    'SELECT actor, action, target, after FROM audit_log ORDER BY id DESC LIMIT 1',
  );
  expect(line).toEqual({
    ...{ actor: 'operator:bisi', action: 'user.list-export', target: 'shoppers:only', after: { rows: 1 } },
  });
  expect((await finance.call('POST', '/api/ops/shopper-export', {})).status).toBe(403);
  expect((await finance.call('POST', '/api/ops/shopper-list', {})).status).toBe(200);
});
