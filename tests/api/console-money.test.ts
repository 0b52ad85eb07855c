import { beforeAll, expect, test } from 'vitest';
import type { OpsPaymentReply } from '#contract/schemas/ops/console.ts';
import type {
  OpsMoneyActionReply,
  OpsMonthlyAccountsReply,
  OpsReconciliationItemsReply,
} from '#contract/schemas/ops/money.ts';
import type { OpsAuditLogReply } from '#contract/schemas/ops/work.ts';
import { recordUnknownTransactionInSuspense } from '../../server/features/payments/unallocated/unallocated-money.ts';
import { expectInvariants } from '../money/support/expect-invariants.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';

/**
 * Money at the console: figures are shown first, each act is done once and logged, and a second person agrees above the
 * limit.
 */

const shop = openFixtureForFile(openPaymentTestShop);
let femi: SignedInTestOperator;
let ngozi: SignedInTestOperator;
let bisi: SignedInTestOperator;

beforeAll(async () => {
  femi = await signInTestOperator(shop, 'femi', 'finance');
  ngozi = await signInTestOperator(shop, 'ngozi', 'finance');
  bisi = await signInTestOperator(shop, 'bisi', 'support');
});

type Acted = Omit<OpsMoneyActionReply, 'data'> & {
  data: OpsMoneyActionReply['data'] & { agreedBy?: string };
  code?: string;
  message?: string;
};
let keys = 0;
const newKey = () => `money-${++keys}`;
const post = (person: SignedInTestOperator, path: string, body: object = {}, key = newKey()) =>
  person.call<Acted>('POST', `/api/ops/${path}`, body, { 'idempotency-key': key });
const rows = (action: string, target: string) =>
  shop.db.query('SELECT actor, reason, ip, before, after FROM audit_log WHERE action = $1 AND target = $2', [
    action,
    target,
  ]);
const balance = async (shopper: TestShopper) => (await shop.counts(shopper)).balanceNaira;
const moved = async () =>
  (await shop.db.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger_tx'))[0]?.count;

interface Bought {
  shopper: TestShopper;
  reference: string;
  tracking: string;
  item: string;
  groupId: string;
}

/** Makes an order of one line that is paid by card. */
async function bought(priceNaira = 5_000): Promise<Bought> {
  const shopper = await shop.buyer({ priceNaira });
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  const [order] = await shop.db.query<{ tracking: string; id: number; groupId: string }>(
    `SELECT o.tracking_no AS tracking, i.id, i.group_id AS "groupId" FROM orders o
       JOIN payments p ON p.id = o.payment_id JOIN order_items i ON i.order_id = o.id WHERE p.reference = $1`,
    [reference],
  );
  if (!order) throw new Error('nothing was bought');
  return { shopper, reference, tracking: order.tracking, item: `item:${order.id}`, groupId: order.groupId };
}

test('a line is paid back into the wallet: figures first, once under its key, in the name of who did it', async () => {
  const { shopper, tracking, item } = await bought();
  const path = `orders/${tracking}/refund`;
  const body = { line: 1, reason: 'a torn bag' };
  const before = await moved();
  const plan = await post(femi, path, { ...body, dryRun: true });
  expect(plan).toMatchObject({
    status: 200,
    body: { data: { refunded: 5_000, left: 5_000, needsApproval: false, isDryRun: true } },
  });
  expect([await moved(), await rows('item.refund', item)]).toEqual([before, []]);

  const key = newKey();
  const part = { ...body, amount: 2_000 };
  const done = await post(femi, path, part, key);
  expect(done).toMatchObject({ status: 200, body: { data: { refunded: 2_000 } } });
  expect((await post(femi, path, part, key)).body).toEqual(done.body);
  expect(await balance(shopper)).toBe(2_000);
  expect(await rows('item.refund', item)).toMatchObject([
    {
      ...{ actor: 'operator:femi', reason: 'a torn bag', ip: '127.0.0.1' },
      ...{ before: { refundedKobo: 0 }, after: { refundedKobo: 200_000, goesTo: 'wallet' } },
    },
  ]);
  for (const dryRun of [true, false])
    expect(await post(femi, path, { ...body, amount: 3_001, dryRun })).toMatchObject({
      status: 400,
      body: { message: '₦3,000 of this line can be refunded.' },
    });
  expect(await post(femi, path, { ...body, line: 2, dryRun: true })).toMatchObject({ status: 404 });
  expect((await post(bisi, path, body)).status).toBe(403);
  await expectInvariants(shop.db);
});

test('a line goes on to the card, and what a wallet got of a payment too', async () => {
  const { shopper, reference } = await bought();
  const path = `payments/${reference}/refund`;
  const plan = await post(femi, path, { line: 1, amount: 2_000, reason: 'r', dryRun: true });
  expect(plan.body.data).toMatchObject({ amount: 2_000, refundable: 2_000, isDryRun: true });
  expect(await rows('card.refund', `payment:${reference}`)).toEqual([]);
  const key = newKey();
  const sent = await post(femi, path, { line: 1, amount: 2_000, reason: 'r' }, key);
  expect(sent).toMatchObject({ status: 200, body: { data: [{ reference, amount: 2_000 }] } });
  expect((await post(femi, path, { line: 1, amount: 2_000, reason: 'r' }, key)).status).toBe(200);
  expect(await rows('card.refund', `payment:${reference}`)).toMatchObject([
    { actor: 'operator:femi', reason: 'r', after: { amountNaira: 2_000 } },
  ]);
  expect(await balance(shopper)).toBe(0);
  expect(await post(femi, path, { reason: 'r', dryRun: true })).toMatchObject({
    status: 400,
    body: { message: /^₦0 can go back to the card/ },
  });
  await expectInvariants(shop.db);
});

test('what the members of a group were paid back goes to their cards', async () => {
  const { shopper, tracking, groupId, reference } = await bought();
  const path = `groups/${groupId}/refund`;
  expect((await post(femi, path, { reason: 'r', dryRun: true })).body.message).toMatch(/^No member who paid/);
  await post(femi, `orders/${tracking}/refund`, { line: 1, reason: 'r' });
  const plan = await post(femi, path, { reason: 'r', dryRun: true });
  expect(plan.body.data).toMatchObject({ cards: 1, amount: 5_000, paidBack: 5_000, needsApproval: false });
  expect(await balance(shopper)).toBe(5_000);
  const sent = await post(femi, path, { reason: 'the group failed' });
  expect(sent.body.data).toMatchObject([{ reference, amount: 5_000 }]);
  expect(await balance(shopper)).toBe(0);
  expect(await rows('card.refund', `payment:${reference}`)).toMatchObject([{ reason: 'the group failed' }]);
  const again = await post(femi, path, { reason: 'r', dryRun: true });
  expect(again.body.data).toMatchObject({ cards: 0, amount: 0 });
  expect((await post(bisi, path, { reason: 'r' })).status).toBe(403);
  await expectInvariants(shop.db);
});

test('above the limit another person agrees, not the same one', async () => {
  const { shopper, tracking, item } = await bought(60_000);
  const path = `orders/${tracking}/refund`;
  const body = { line: 1, reason: 'never came' };
  expect((await post(femi, path, { ...body, dryRun: true })).body.data).toMatchObject({
    needsApproval: true,
  });
  const key = newKey();
  const asked = await post(femi, path, body, key);
  expect(asked).toMatchObject({ status: 202, body: { data: {} } });
  expect(await balance(shopper)).toBe(0);
  const agree = `approvals/${asked.body.proposal?.id}/agree`;
  expect(await post(femi, agree)).toMatchObject({ status: 409, body: { message: /not femi again/ } });
  expect((await post(bisi, agree)).status).toBe(403);
  expect(await post(ngozi, agree)).toMatchObject({ status: 200, body: { data: { agreedBy: 'ngozi' } } });
  expect(await balance(shopper)).toBe(60_000);
  expect(await rows('item.refund', item)).toMatchObject([
    { actor: 'operator:femi', after: { approvedBy: 'ngozi' } },
  ]);
  expect((await post(femi, path, body, key)).status).toBe(200);
  expect(await balance(shopper)).toBe(60_000);
});

test('a gift shows its figures before it is one', async () => {
  const shopper = await shop.shopper(1_000);
  const gift = { email: shopper.session.user.email, amount: 500, reason: 'a long wait' };
  const plan = await post(femi, 'goodwill', { ...gift, dryRun: true });
  expect(plan.body.data).toMatchObject({ amount: 500, before: 1_000, balance: 1_500, isDryRun: true });
  expect(await balance(shopper)).toBe(1_000);
  expect((await post(femi, 'goodwill', gift)).body.data).toMatchObject({ amount: 500, balance: 1_500 });
  expect(await balance(shopper)).toBe(1_500);
});

test('a payment is settled again, and leaves its rows', async () => {
  const { reference } = await bought();
  const again = await post(femi, `payments/${reference}/resettle`);
  expect(again).toMatchObject({ status: 200, body: { data: { reference, outcome: 'ordered' } } });
  const actions = await shop.db.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE target = $1 AND actor = 'operator:femi' ORDER BY id`,
    [`payment:${reference}`],
  );
  expect(actions.map(({ action }) => action)).toEqual(['payment.resettle', 'payment.resettle_answered']);
});

const open = async (person: SignedInTestOperator, query = '') =>
  (await person.call<OpsReconciliationItemsReply>('GET', `/api/ops/recon${query}`)).body.data;

test('what differs between the books is read by pages, looked into and closed with a reason', async () => {
  for (const day of ['2026-01-03', '2026-01-01', '2026-01-02'])
    await shop.db.query(
      `INSERT INTO recon_items (day, kind, reference, ours, theirs, due_at)
       VALUES ($1::text::date, 'provider_account', $1::text, '{"ledgerKobo": 100}', '{"settledKobo": 200}', $1::text::date)`,
      [day],
    );
  const first = await open(bisi, '?limit=2');
  expect(first.map(({ reference }) => reference)).toEqual(['2026-01-01', '2026-01-02']);
  const next = await open(bisi, `?limit=2&after=${first[1]?.id}`);
  expect(next.map(({ reference }) => reference)).toEqual(['2026-01-03']);

  const path = `recon/${first[0]?.id}/resolve`;
  const plan = await post(femi, path, { reason: 'r', dryRun: true });
  expect(plan.body.data).toMatchObject({ released: 0, returned: 0, needsApproval: false });
  expect(await open(femi)).toHaveLength(3);
  const key = newKey();
  for (let time = 0; time < 2; time += 1)
    expect((await post(femi, path, { reason: 'counted twice' }, key)).status).toBe(200);
  expect(await open(femi)).toHaveLength(2);
  expect(await open(femi, '?all=true')).toHaveLength(3);
  expect(await rows('recon.resolve', `recon:${first[0]?.id}`)).toMatchObject([
    { actor: 'operator:femi', reason: 'counted twice', before: { status: 'open' } },
  ]);
  expect(await post(femi, path, { reason: 'r', dryRun: true })).toMatchObject({ status: 409 });
  expect((await post(bisi, path, { reason: 'r' })).status).toBe(403);
  for (const { id } of await open(femi)) await post(femi, `recon/${id}/resolve`, { reason: 'done' });
});

test('an item and its payment lead to each other, also from the log of the order', async () => {
  const { reference, tracking } = await bought();
  const [item] = await shop.db.query<{ id: number }>(
    `INSERT INTO recon_items (day, kind, reference) SELECT '2026-01-01', 'amount_differs', tx_id
     FROM provider_transactions WHERE reference = $1 RETURNING id`,
    [reference],
  );
  await shop.db.query(
    `INSERT INTO recon_items (day, kind, reference, theirs) VALUES
       ('2026-01-01', 'not_settled', '80001', $1), ('2026-01-01', 'not_settled', '80002', '{"reference": "of-nobody"}')`,
    [JSON.stringify({ reference })],
  );
  const about = { paymentReference: reference, trackingNumber: tracking };
  const listed = await open(bisi, `?payment=${reference}`);
  expect(listed).toMatchObject([
    { id: item?.id, ...about },
    { reference: '80001', ...about },
  ]);
  expect((await open(bisi)).find((one) => one.reference === '80002')).toMatchObject({
    ...{ paymentReference: null, trackingNumber: null },
  });
  expect((await post(femi, `recon/${item?.id}/resolve`, { reason: 'counted' })).status).toBe(200);
  const { body } = await bisi.call<OpsPaymentReply>('GET', `/api/ops/payments/${reference}`);
  expect(body.data.reconItems).toEqual({ all: 2, open: 1 });
  const log = await bisi.call<OpsAuditLogReply>('POST', '/api/ops/audit', { q: tracking });
  expect(log.body.data.map(({ target }) => target)).toContain(`recon:${item?.id}`);
  for (const { id } of await open(femi)) await post(femi, `recon/${id}/resolve`, { reason: 'done' });
});

test('parked money leaves with its item, a large sum with a second person', async () => {
  const shopper = await shop.shopper();
  await recordUnknownTransactionInSuspense(shop.db, {
    ...{ id: '90210', reference: 'nobody-knows', currency: 'NGN', amountKobo: 6_000_000 },
    ...{ status: 'successful', account: shop.deps.provider.accountCode },
  } as Parameters<typeof recordUnknownTransactionInSuspense>[1]);
  const [item] = await open(femi);
  expect(item).toMatchObject({ kind: 'review', parkedAmount: 60_000, parkedCurrency: 'NGN' });
  const path = `recon/${item?.id}/resolve`;
  const body = { way: 'release', email: shopper.session.user.email, reason: 'their slip shows it' };
  expect((await post(femi, path, { reason: 'r', dryRun: true })).body.message).toMatch(/are unallocated/);
  const plan = await post(femi, path, { ...body, dryRun: true });
  expect(plan.body.data).toMatchObject({ released: 60_000, needsApproval: true });
  const asked = await post(femi, path, body);
  expect([asked.status, await balance(shopper)]).toEqual([202, 0]);
  const agreed = await post(ngozi, `approvals/${asked.body.proposal?.id}/agree`);
  expect([agreed.status, await balance(shopper)]).toEqual([200, 60_000]);
  expect(await open(femi)).toEqual([]);
  await expectInvariants(shop.db);
});

test('a day is compared, with a row before and after', async () => {
  const ran = await post(femi, 'recon/run');
  expect(ran.status).toBe(200);
  const actions = await shop.db.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE action LIKE 'recon.run%' AND actor = 'operator:femi' ORDER BY id`,
  );
  expect(actions.map(({ action }) => action)).toEqual(['recon.run', 'recon.run_answered']);
  expect((await post(bisi, 'recon/run')).status).toBe(403);
});

test('the month is in balance and comes as CSV; the invariants hold', async () => {
  const [{ month } = { month: '' }] = await shop.db.query<{ month: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM') AS month`,
  );
  const read = await femi.call<OpsMonthlyAccountsReply>('GET', `/api/ops/month?month=${month}&csv=true`);
  const { isBalanced, accounts, csv = '' } = read.body.data;
  const total = accounts.at(-1);
  expect([isBalanced, total?.account, total?.closing]).toEqual([true, 'total', 0]);
  expect(total?.credited).toBe(total?.debited);
  expect(csv.split(/\r?\n/)[0]).toBe('\ufeffaccount,opening,credited,debited,closing');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(accounts.length + 1);
  expect((await femi.call('GET', '/api/ops/month?month=2026-13')).status).toBe(400);
  expect((await bisi.call('GET', `/api/ops/month?month=${month}`)).status).toBe(403);
  const invariants = await bisi.call<{ data: { holds: boolean; invariants: { holds: boolean }[] } }>(
    'GET',
    '/api/ops/invariants',
  );
  expect(invariants.body.data.holds).toBe(true);
  expect(invariants.body.data.invariants.length).toBeGreaterThan(20);
});
