import { beforeAll, describe, expect, test } from 'vitest';
import type { OpsMonthReply, OpsReconReply } from '#contract/schemas/ops-money.ts';
import { type ConsolePerson, signInAtConsole } from '../support/console.ts';
import { forFile } from '../support/for-file.ts';
import { openPaymentShop } from '../support/payment-shop.ts';
import { withOps } from '../support/with-ops.ts';
import { withSituations } from '../support/with-situations.ts';

/** What the console's screens of money call: refunds, goodwill, reconciliation, the month. */

const shop = forFile(openPaymentShop, withOps, withSituations);
const people = new Map<string, ConsolePerson>();
const as = (name: string) => people.get(name) as ConsolePerson;
beforeAll(async () => {
  for (const [name, role] of [
    ['femi', 'finance'],
    ['ngozi', 'finance'],
    ['bisi', 'support'],
  ] as const)
    people.set(name, await signInAtConsole(shop, name, role));
});

type Acted = {
  data: Record<string, unknown>;
  proposal?: { id: number };
  code?: string;
  message?: string;
};
let keys = 0;
const newKey = () => `key-${++keys}`;
const post = (name: string, url: string, body: object = {}, key = newKey()) =>
  as(name).call<Acted>('POST', `/api/ops/${url}`, body, { 'idempotency-key': key });
const get = async <Of>(name: string, url: string): Promise<Of> => {
  const { status, body } = await as(name).call<{ data: Of; message?: string }>('GET', `/api/ops/${url}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};

/** What stands in the log after a row, and the last row. */
const lastRow = async () =>
  (await shop.db.query<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM audit_log'))[0]?.id ?? 0;
const rowsAfter = (id: number) =>
  shop.db.query<{ action: string }>(
    `SELECT actor, action, target, reason, ip, after FROM audit_log WHERE id > $1 ORDER BY id`,
    [id],
  );
const postings = async () =>
  (await shop.db.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger_tx'))[0]?.count;
/** What follows a command's name where there is something for it to do. */
const situation = async (command: string) =>
  (await shop.wordsFor(command)).slice(command.split(' ').length) as [string, ...string[]];
const reason = 'a broken bag';
const FEMI = { actor: 'operator:femi', ip: '127.0.0.1', reason };

/** A dry run tells the figures and moves and writes nothing. */
async function expectNothingMoved(look: () => Promise<unknown>): Promise<void> {
  const before = [await postings(), await lastRow()];
  await look();
  expect([await postings(), await lastRow()]).toEqual(before);
}

describe('a line of an order', () => {
  test('is paid back into the wallet, once for one click, with the figures first', async () => {
    const [tracking] = await situation('item refund');
    const url = `orders/${tracking}/refund`;
    await expectNothingMoved(async () => {
      const told = await post('femi', url, { line: 1, reason, dryRun: true });
      expect(told).toMatchObject({
        status: 200,
        body: { data: { isDryRun: true, line: 1, refunded: 1_000, secondPerson: false } },
      });
      const tooMuch = await post('femi', url, { line: 1, amount: 1_001, reason, dryRun: true });
      expect(tooMuch).toMatchObject({
        status: 400,
        body: { message: '₦1000 of this line can be paid back.' },
      });
      expect((await post('femi', url, { line: 7, reason, dryRun: true })).status).toBe(409);
    });
    const [start, moved, key] = [await lastRow(), await postings(), newKey()];
    const first = await post('femi', url, { line: 1, amount: 400, reason }, key);
    expect(first.body.data).toMatchObject({ trackingNumber: tracking, line: 1, refunded: 400 });
    expect((await post('femi', url, { line: 1, amount: 400, reason }, key)).body).toEqual(first.body);
    expect(await postings()).toBe((moved ?? 0) + 1);
    expect(await rowsAfter(start)).toMatchObject([
      { ...FEMI, action: 'item.refund', after: { goesTo: 'wallet', approvedBy: null } },
    ]);
    const order = await get<{ lines: object[] }>('bisi', `orders/${tracking}`);
    expect(order.lines).toMatchObject([{ paidNaira: 1_000, refundedNaira: 400 }]);
    expect((await post('bisi', url, { line: 1, reason })).status).toBe(403);
  });

  test('goes back to its card in one act', async () => {
    const [reference] = await situation('payment verify');
    await post('bisi', `payments/${reference}/verify`);
    const body = { line: 1, reason };
    await expectNothingMoved(async () => {
      const told = await post('femi', `payments/${reference}/refund/plan`, body);
      expect(told.body.data).toMatchObject({ paidBack: 5_000, toCard: 5_000, secondPerson: false });
    });
    const [start, key] = [await lastRow(), newKey()];
    const first = await post('femi', `payments/${reference}/refund`, body, key);
    expect(first.body.data).toMatchObject([{ reference, amount: 5_000 }]);
    const moved = await postings();
    await post('femi', `payments/${reference}/refund`, body, key);
    expect(await postings()).toBe(moved);
    expect(await rowsAfter(start)).toMatchObject([
      { ...FEMI, action: 'item.refund', after: { goesTo: 'card' } },
      { ...FEMI, action: 'card.refund', target: `payment:${reference}` },
    ]);
    expect((await post('bisi', `payments/${reference}/refund`, body)).status).toBe(403);
    const again = await post('femi', `payments/${reference}/refund/plan`, { reason });
    expect(again).toMatchObject({ status: 400, body: { message: /₦0 can go back to the card/ } });
  });
});

test('what a payment got back into its wallet goes to the card, and a payment is settled again', async () => {
  const [reference] = await situation('refund card');
  const plan = await post('femi', `payments/${reference}/refund/plan`, { reason, amount: 1_000 });
  expect(plan.body.data).toMatchObject({ paidBack: 0, toCard: 1_000 });
  const done = await post('femi', `payments/${reference}/refund`, { reason, amount: 1_000 });
  expect(done.body.data).toMatchObject([{ reference, amount: 1_000 }]);
  const start = await lastRow();
  const settled = await post('femi', `payments/${reference}/resettle`);
  expect(settled.body.data).toMatchObject({ reference, status: 'succeeded' });
  expect(await rowsAfter(start)).toMatchObject([
    { action: 'payment.resettle' },
    { action: 'payment.resettle_answered' },
  ]);
});

test("a group's members get their cards refunded, and a second time nothing goes", async () => {
  const [groupId] = await situation('refund group');
  await expectNothingMoved(async () => {
    const plan = await post('femi', `groups/${groupId}/refund/plan`, { reason });
    expect(plan.body.data).toMatchObject({
      groupId,
      toCards: 5_000,
      refunds: [{ amount: 5_000, status: 'would go' }],
      secondPerson: false,
    });
  });
  const start = await lastRow();
  expect((await post('femi', `groups/${groupId}/refund`, { reason })).body.data).toMatchObject([
    { amount: 5_000 },
  ]);
  expect(await rowsAfter(start)).toMatchObject([{ ...FEMI, action: 'card.refund' }]);
  const moved = await postings();
  await post('femi', `groups/${groupId}/refund`, { reason });
  expect(await postings()).toBe(moved);
  expect((await post('femi', `groups/${groupId}/refund/plan`, { reason })).body.data).toMatchObject({
    toCards: 0,
  });
});

test('goodwill above the limit says so first, waits for another person and not for the same one', async () => {
  const [, email = ''] = await situation('user show');
  const body = { email, amount: 60_000, reason };
  await expectNothingMoved(async () => {
    const told = await post('femi', 'goodwill', { ...body, dryRun: true });
    expect(told.body.data).toMatchObject({ amount: 60_000, balance: 60_000, secondPerson: true });
    const small = await post('femi', 'goodwill', { ...body, amount: 500, dryRun: true });
    expect(small.body.data).toMatchObject({ balance: 500, secondPerson: false });
  });
  const asked = await post('femi', 'goodwill', body);
  expect([asked.status, asked.body.data]).toEqual([202, {}]);
  const agree = (name: string) => post(name, `approvals/${asked.body.proposal?.id}/agree`);
  expect((await agree('femi')).status).toBe(409);
  expect(await agree('ngozi')).toMatchObject({ status: 200, body: { data: { agreedBy: 'ngozi' } } });
  expect((await post('bisi', 'goodwill', body)).status).toBe(403);
});

describe('reconciliation', () => {
  test('is run for a day, and its open items stand there, the oldest first', async () => {
    const [item] = await situation('recon resolve');
    const start = await lastRow();
    const ran = await post('femi', 'reconciliation/run', { day: '2026-11-20' });
    expect(ran.body.data).toMatchObject({ day: '2026-11-20' });
    expect(await rowsAfter(start)).toMatchObject([
      { action: 'recon.run', target: 'day:2026-11-20' },
      { action: 'recon.run_answered' },
    ]);
    expect((await post('femi', 'reconciliation/run', { day: 'soon' })).status).toBe(400);
    const items = await get<OpsReconReply['data']>('bisi', 'reconciliation');
    expect(items.map(({ dueAt }) => dueAt)).toEqual(items.map(({ dueAt }) => dueAt).sort());
    expect(items.find(({ id }) => id === Number(item))).toMatchObject({
      ...{ kind: 'missing_at_provider', status: 'open', parked: null, currency: null },
    });
  });

  test('an item is closed once with a reason', async () => {
    const [item] = await situation('recon resolve');
    const url = `reconciliation/${item}/resolve`;
    await expectNothingMoved(async () => {
      const told = await post('femi', url, { reason, dryRun: true });
      expect(told.body.data).toMatchObject({ id: Number(item), released: 0, secondPerson: false });
    });
    expect((await post('femi', url)).status).toBe(400);
    expect((await post('bisi', url, { reason })).status).toBe(403);
    const [start, key] = [await lastRow(), newKey()];
    const first = await post('femi', url, { reason }, key);
    expect(first.status).toBe(200);
    expect((await post('femi', url, { reason }, key)).body).toEqual(first.body);
    expect(await rowsAfter(start)).toMatchObject([
      { ...FEMI, action: 'recon.resolve', target: `recon:${item}` },
    ]);
    expect((await post('femi', url, { reason })).body.message).toBe('There is no such open item.');
  });
});

test('a month is in balance as figures and as a file, and every law holds', async () => {
  const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })
    .format(await shop.clock.now())
    .slice(0, 7);
  const report = await get<OpsMonthReply['data']>('femi', `month?month=${month}&csv=true`);
  expect(report).toMatchObject({ month, balanced: true });
  expect(report.accounts.at(-1)).toMatchObject({ account: 'total', opening: 0, closing: 0 });
  expect(report.csv).toMatch(/^\uFEFF?account,opening,credited,debited,closing\s/);
  expect((await get<OpsMonthReply['data']>('femi', `month?month=${month}`)).csv).toBeUndefined();
  expect((await as('femi').call('GET', '/api/ops/month?month=2026-13')).status).toBe(400);
  const laws = await get<{ holds: boolean; invariants: object[] }>('bisi', 'invariants');
  expect(laws.holds).toBe(true);
  expect(laws.invariants.length).toBeGreaterThan(10);
});

describe('a shopper', () => {
  const someone = async () => {
    const [, email = ''] = await situation('user show');
    const [user] = await shop.db.query<{ id: string; phone: string }>(
      'SELECT id, phone FROM users WHERE email = $1::text::email_address',
      [email],
    );
    return { email, id: user?.id ?? '', phone: user?.phone ?? '' };
  };

  test('is locked out and let in, and their number is freed, each with its row', async () => {
    const { email, id, phone } = await someone();
    const start = await lastRow();
    for (const act of ['lock', 'unlock'] as const) {
      const key = newKey();
      const done = await post('bisi', `shopper/${act}`, { email, reason }, key);
      expect(done.body.data).toEqual({ id, locked: act === 'lock' });
      expect((await post('bisi', `shopper/${act}`, { email, reason }, key)).body).toEqual(done.body);
    }
    expect((await post('bisi', 'shopper/free-phone', { phone, reason })).body.data).toEqual({ id });
    const bisi = { actor: 'operator:bisi', ip: '127.0.0.1', reason, target: `user:${id}` };
    expect(await rowsAfter(start)).toMatchObject([
      { ...bisi, action: 'user.lock' },
      { ...bisi, action: 'user.unlock' },
      { ...bisi, action: 'user.free-phone' },
    ]);
    for (const act of ['lock', 'unlock', 'free-phone'])
      expect((await post('femi', `shopper/${act}`, { email, phone, reason })).status).toBe(403);
    expect((await post('bisi', 'shopper/lock', { email: 'no@body.ng', reason })).status).toBe(409);
  });

  test('has notes, of which the log has no word, in the page and in the export, until the account goes', async () => {
    const { email, id } = await someone();
    const [start, key] = [await lastRow(), newKey()];
    const note = 'prefers to be called after five';
    for (let times = 0; times < 2; times++) await post('femi', 'shopper/note', { email, note }, key);
    const rows = await rowsAfter(start);
    expect(rows).toMatchObject([{ actor: 'operator:femi', action: 'user.note', target: `user:${id}` }]);
    expect(JSON.stringify(rows)).not.toContain('five');
    expect(await get('bisi', `shoppers/${id}`)).toMatchObject({ notes: [{ note, by: 'operator:femi' }] });
    const query = `email=${encodeURIComponent(email)}`;
    expect(await get('bisi', `shopper/export?${query}`)).toMatchObject({
      profile: { email },
      staffNotes: [{ note }],
    });
    const events = await get<{ event: string; by: string | null }[]>('bisi', `shopper/events?${query}`);
    expect(events).toContainEqual(expect.objectContaining({ event: 'user.export', by: 'operator:bisi' }));
    expect((await as('femi').call('GET', `/api/ops/shopper/export?${query}`)).status).toBe(403);
  });
});
