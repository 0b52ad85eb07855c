import { beforeAll, expect, test } from 'vitest';
import type { OpsAuditLogReply } from '#contract/schemas/ops/work.ts';
import { getAuditActionName, type OperatorAction } from '../../server/ops/action.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { getAuditActionTitle } from '../../server/ops/queries/audit/audit-action-titles.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { addTestOperator, type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/** An operator searches the audit log by words, an order's number or a name, and opens the record of an entry. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
let support: SignedInTestOperator;

interface Order {
  trackingNumber: string;
  reference: string;
  userId: string;
  groupId: string;
  email: string;
  firstName: string;
}
let order: Order;

beforeAll(async () => {
  const refund = await shop.wordsFor('item refund');
  await runOpsCommandInTest(shop, ...refund);
  const [bought] = await shop.db.query<Order>(
    `SELECT o.tracking_no AS "trackingNumber", p.reference, o.user_id AS "userId", i.group_id AS "groupId", u.email,
       lower(split_part(u.name, ' ', 1)) AS "firstName"
     FROM orders o JOIN payments p ON p.id = o.payment_id JOIN order_items i ON i.order_id = o.id
       JOIN users u ON u.id = o.user_id
     WHERE o.tracking_no = $1`,
    [refund[2]],
  );
  if (!bought) throw new Error(`there is no order ${refund[2]}`);
  order = bought;
  await addTestOperator(shop, 'chidi', 'ops');
  support = await signInTestOperator(shop, 'bisi', 'support');
  const { userId, reference, groupId, trackingNumber } = order;
  await shop.db.query(
    `INSERT INTO audit_log (actor, action, target, reason, after, created_at)
     SELECT 'operator:chidi', action, target, reason, after::jsonb, app_now() + at * interval '1 minute' FROM (VALUES
       ('payment.verify', 'payment:' || $1, NULL, NULL, 1),
       ('user.note', 'user:' || $2, NULL, NULL, 2),
       ('approval.propose', 'proposal:7', 'a torn bag', '{"command": "item refund", "words": ["' || $4 || '"]}', 3),
       ('approval.agree', 'proposal:7', NULL, NULL, 4),
       ('batch.move', 'batch:' || $3 || ':LAG-IKJ', NULL, NULL, 5),
       ('group.review', 'group:' || $3, 'the lorry did not come', NULL, 6),
       ('group.review', 'group:' || $3, 'before the order', NULL, -9000),
       ('item.unlock', 'order:GB-22222222', 'the lorries came', NULL, 7)) act (action, target, reason, after, at)`,
    [reference, userId, groupId, trackingNumber],
  );
});

const search = async (body: object) =>
  (await support.call<OpsAuditLogReply>('POST', '/api/ops/audit', body)).body.data;
const found = async (body: object) => (await search(body)).map(({ action }) => action);

test("an order's number finds what was done to it, also where the entry names its line, payment, batch or proposal", async () => {
  const touched = ['approval.agree', 'approval.propose', 'payment.verify'];
  const number = order.trackingNumber;
  const typed = await found({ q: number.toLowerCase().replace('-', ' '), kind: 'acts' });
  expect(typed).toEqual([
    'group.review',
    ...(typed.includes('batch.move') ? ['batch.move'] : []),
    ...touched,
    'item.refund',
  ]);
  expect(await found({ target: `order:${number}`, kind: 'acts' })).toEqual(typed);
  expect(await found({ q: order.reference, kind: 'acts' })).toEqual(typed);
  expect(await found({ q: `refund ${number}` })).toEqual(['item.refund']);
  expect(await found({ q: `Torn ${number}` })).toEqual(['approval.propose']);
  expect(await found({ q: 'GB-ZZZZZZZZ' })).toEqual([]);
});

test('a shopper is found by name and e-mail, and who looked is recorded', async () => {
  expect(await found({ q: order.email, kind: 'acts' })).toEqual(
    expect.arrayContaining(['user.note', 'item.refund']),
  );
  expect(await found({ q: order.firstName, kind: 'acts' })).toContain('user.note');
  expect((await search({ kind: 'reads', by: 'bisi' }))[0]).toMatchObject({
    action: 'audit',
    target: 'search:audit',
  });
  expect(await found({ target: `user:${order.userId}`, kind: 'acts' })).toContain('user.note');
  expect(await found({ target: 'user:nobody' })).toEqual([]);
});

test('words find acts in plain English, words of the reason, and operators', async () => {
  expect(await found({ q: 'handed wallet' })).toEqual([]);
  expect(await found({ q: 'refund wallet' })).toEqual(['item.refund']);
  expect(await found({ q: 'review group' })).toEqual(['group.review', 'group.review']);
  expect(await found({ q: 'lorr' })).toEqual(['item.unlock', 'group.review']);
  expect(await found({ q: "lorry & | ! ' <-> (" })).toEqual(['group.review']);
  expect(await found({ q: 'chidi', kind: 'acts' })).toHaveLength(8);
  expect(await found({ q: 'lorr', by: 'system' })).toEqual([]);
});

test('a product is found by words of its title in any order, with any accents or none', async () => {
  await addTestProduct(shop, { slug: 'oloyin', title: 'Ẹ̀wà Olóyin (50 kg)' });
  await shop.db.query(
    `INSERT INTO audit_log (actor, action, target) VALUES ('operator:tola', 'product.edit', 'product:oloyin')`,
  );
  expect(await found({ q: 'oloyin ewa' })).toEqual(['product.edit']);
});

test('the pages of a search follow each other without a gap', async () => {
  const whole = await search({ q: 'chidi' });
  const pages = [];
  for (let before: number | undefined; ; before = pages.at(-1)?.id) {
    const page = await search({ q: 'chidi', limit: 3, ...(before === undefined ? {} : { before }) });
    pages.push(...page);
    if (page.length < 3) break;
  }
  expect(pages).toEqual(whole);
});

test('each entry leads to the records that it touched', async () => {
  const lines = await search({ target: `order:${order.trackingNumber}`, kind: 'acts' });
  const recordsOf = (action: string) => lines.find((line) => line.action === action)?.records;
  const own = { kind: 'order', id: order.trackingNumber };
  expect(recordsOf('item.refund')).toEqual([{ ...own, label: `Order ${order.trackingNumber}, line 1` }]);
  expect(recordsOf('approval.agree')).toMatchObject([{ kind: 'proposal', id: '7' }, own]);
  expect(recordsOf('payment.verify')).toMatchObject([{ kind: 'payment', id: order.reference }]);
  expect(recordsOf('group.review')).toMatchObject([{ kind: 'group', id: order.groupId }]);
  const [moved] = await search({ q: 'goods moved' });
  expect(moved?.records).toMatchObject([
    { kind: 'group', id: order.groupId },
    { kind: 'centre', id: 'LAG-IKJ' },
  ]);
});

/** The entries of these commands are named after what they did to each record. */
const NAMED_OTHERWISE = [
  'refund.card',
  'refund.group',
  'backup',
  'restore',
  'group.list',
  'invariants',
  'claims',
];
const changes = listOperatorActions()
  .filter(({ key }: OperatorAction) => key)
  .map(getAuditActionName);

test.each(changes.filter((name) => !NAMED_OTHERWISE.includes(name)))('%s has a title in words', (name) => {
  expect(getAuditActionTitle(name)).not.toBe(name.replace(/[._-]/g, ' '));
});
