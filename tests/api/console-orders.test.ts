import { beforeAll, describe, expect, test } from 'vitest';
import type { OpsCsvExportReply, OpsOrdersReply } from '#contract/schemas/ops/orders.ts';
import { parseCsv } from '../../server/lib/csv.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';
import { addOpsCommandSituations } from '../support/with-situations.ts';

/** The list of orders: what each filter finds, page by page, and as a table. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture, addOpsCommandSituations);
let support: SignedInTestOperator;
let finance: SignedInTestOperator;

interface Bought {
  trackingNumber: string;
  userId: string;
  name: string;
  phone: string;
  reference: string;
  groupId: string;
  slug: string;
  centre: string;
}
/** Reads an order. @param named its tracking number or the reference of its payment. */
async function readBought(named: string | undefined): Promise<Bought> {
  const [bought] = await shop.db.query<Bought>(
    `SELECT o.tracking_no AS "trackingNumber", u.id AS "userId", u.name, u.phone, p.reference, i.group_id AS "groupId",
       r.slug, c.code AS centre
     FROM orders o JOIN users u ON u.id = o.user_id JOIN payments p ON p.id = o.payment_id
       JOIN order_items i ON i.order_id = o.id JOIN products r ON r.id = i.product_id
       JOIN pickup_centres c ON c.id = o.centre_id
     WHERE $1 IN (o.tracking_no, p.reference)`,
    [named],
  );
  if (!bought) throw new Error(`there is no order of ${named}`);
  return bought;
}
const boughtFor = async (command: string) => readBought((await shop.wordsFor(command))[2]?.split(':')[0]);

let forming: Bought;
let ready: Bought;
let collected: Bought;
let paidBack: Bought;
beforeAll(async () => {
  forming = await boughtFor('order show');
  ready = await boughtFor('pickup written');
  const collecting = await shop.wordsFor('item collect');
  await runOpsCommandInTest(shop, ...collecting);
  collected = await readBought(collecting[2]);
  paidBack = await boughtFor('refund card');
  support = await signInTestOperator(shop, 'bisi', 'support');
  finance = await signInTestOperator(shop, 'femi', 'finance');
});
const list = async (body: object = {}) =>
  (await support.call<OpsOrdersReply>('POST', '/api/ops/order-list', body)).body.data;
const numbersOf = async (body: object) => (await list(body)).map(({ trackingNumber }) => trackingNumber);
const everyNumber = () => [paidBack, collected, ready, forming].map(({ trackingNumber }) => trackingNumber);

describe('the list of orders', () => {
  test('has all orders, the newest first, with what was paid in and back, and where the goods are', async () => {
    const orders = await list();
    expect(orders.map(({ trackingNumber }) => trackingNumber)).toEqual(everyNumber());
    expect(orders).toMatchObject([
      { stages: ['refunded'], paid: 'card', paidInNaira: 5_000, paidBackNaira: 5_000 },
      { stages: ['delivered'], paid: 'wallet', paidBackNaira: 0, isOverdue: false },
      { stages: ['ready_for_pickup'], paidInNaira: 10_000 },
      { stages: ['active'], goods: [expect.stringMatching(/^1 x /)], userId: forming.userId },
    ]);
  });

  test('is filtered by each property, and by several at once', async () => {
    const found = {
      forming: await numbersOf({ status: 'active' }),
      ready: await numbersOf({ status: 'ready_for_pickup' }),
      collected: await numbersOf({ status: 'delivered' }),
      'paid back': await numbersOf({ status: 'refunded' }),
      'with a refund': await numbersOf({ refunded: true }),
      'by card': await numbersOf({ paid: 'card' }),
      product: await numbersOf({ product: forming.slug }),
      group: await numbersOf({ group: ready.groupId }),
      several: await numbersOf({ status: 'ready_for_pickup', paid: 'wallet', centre: ready.centre }),
      none: await numbersOf({ status: 'ready_for_pickup', product: forming.slug }),
    };
    expect(found).toEqual({
      forming: [forming.trackingNumber],
      ready: [ready.trackingNumber],
      collected: [collected.trackingNumber],
      'paid back': [paidBack.trackingNumber],
      'with a refund': [paidBack.trackingNumber],
      'by card': [paidBack.trackingNumber],
      product: [forming.trackingNumber],
      group: [ready.trackingNumber],
      several: [ready.trackingNumber],
      none: [],
    });
    const nowhere = await support.call<{ message: string }>('POST', '/api/ops/order-list', {
      centre: 'LAG-NOWHERE',
    });
    expect(nowhere.body.message).toBe('There is no pickup centre LAG-NOWHERE.');
  });

  test('is filtered by days in Lagos, both included', async () => {
    const orders = await list();
    const day = new Date(Date.parse(orders[0]?.createdAt ?? '') + 3_600_000).toISOString().slice(0, 10);
    expect(await numbersOf({ from: day, to: day })).toEqual(everyNumber());
    expect(await numbersOf({ to: '2020-01-01' })).toEqual([]);
    const refused = await support.call('POST', '/api/ops/order-list', { from: '2026-02-31' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  test('finds a number, a reference, and the name and phone of a shopper', async () => {
    for (const q of [forming.trackingNumber, forming.trackingNumber.toLowerCase(), forming.reference])
      expect(await numbersOf({ q }), q).toEqual([forming.trackingNumber]);
    expect(await numbersOf({ q: forming.phone })).toEqual([forming.trackingNumber]);
    expect(await numbersOf({ q: forming.name.slice(0, 3) })).toContain(forming.trackingNumber);
    expect(await numbersOf({ q: 'nobody of this name' })).toEqual([]);
    expect(await numbersOf({ q: '%' })).toEqual([]);
  });

  test('tells who is overdue, and whom nobody has reached', async () => {
    expect(await numbersOf({ unreached: true })).toEqual([ready.trackingNumber]);
    expect(await numbersOf({ overdue: true })).toEqual([]);
    await shop.db.query(
      `UPDATE fulfilment_batches SET ready_at = app_now() - interval '4 days' WHERE group_id = $1`,
      [ready.groupId],
    );
    expect(await list({ overdue: true })).toMatchObject([
      { trackingNumber: ready.trackingNumber, isOverdue: true },
    ]);
    await runOpsCommandInTest(shop, 'pickup', 'written', `${ready.trackingNumber}:1`);
    expect(await numbersOf({ unreached: true })).toEqual([]);
  });

  test.each([{}, { paid: 'wallet' }, { refunded: true }, { status: 'delivered' }])(
    'has every order of %o once, also of one moment, while new ones come',
    async (filter) => {
      const whole = await numbersOf({ ...filter, limit: 100 });
      const leafed: string[] = [];
      for (let after: string | undefined; ; after = leafed.at(-1)) {
        const page = await numbersOf({ ...filter, limit: 1, ...(after ? { after } : {}) });
        leafed.push(...page);
        if (page.length === 0) break;
        if (leafed.length > whole.length) throw new Error(`a page repeats: ${leafed}`);
      }
      expect(leafed).toEqual(whole);
    },
  );

  test('is read with a line in the log that names the filters, not what was searched', async () => {
    await list({ q: forming.phone, status: 'active' });
    const [line] = await shop.db.query(
      'SELECT actor, action, target FROM audit_log ORDER BY id DESC LIMIT 1',
    );
    expect(line).toEqual({ actor: 'operator:bisi', action: 'order.list', target: 'orders:q+status' });
  });
});

test('an order has its whole history, from its payment to the counter, in order', async () => {
  interface Shown {
    data: {
      events: {
        at: string;
        what: string;
        details: string | null;
        by: string | null;
        groupId: string | null;
      }[];
    };
  }
  const of = async ({ trackingNumber }: Bought) =>
    (await support.call<Shown>('GET', `/api/ops/orders/${trackingNumber}`)).body.data.events;
  const events = await of(collected);
  const at = events.map((one) => one.at);
  expect(at).toEqual([...at].sort());
  const told = events.map(({ what }) => what);
  for (const what of [
    'Started',
    'Order made',
    'Group: secured',
    'Goods moved to another stage',
    'Handed out',
  ])
    expect(told, what).toContain(what);
  expect(events.find(({ what }) => what === 'Goods moved to another stage')).toMatchObject({
    ...{
      groupId: collected.groupId,
      by: 'system',
      details: expect.stringContaining('secured to ready for pickup'),
    },
  });
  expect((await of(paidBack)).map(({ what }) => what)).toContain('Refunded to the wallet');
  expect((await of(ready)).map(({ what }) => what)).toContain('Shopper messaged about pickup');
});

test('the log has what changed something apart from who looked', async () => {
  await list();
  const actionsOf = async (kind: string) => {
    const { body } = await support.call<{ data: { action: string }[] }>('POST', '/api/ops/audit', {
      kind,
      limit: 100,
    });
    return body.data.map(({ action }) => action);
  };
  const [acts, reads] = [await actionsOf('acts'), await actionsOf('reads')];
  expect(reads).toContain('order.list');
  expect(acts).toContain('batch.move');
  expect(acts.filter((action) => reads.includes(action))).toEqual([]);
});

describe('the table of orders', () => {
  const save = (body: object = {}) => finance.call<OpsCsvExportReply>('POST', '/api/ops/order-export', body);

  test('has the filtered orders as rows that a spreadsheet does not run', async () => {
    await shop.db.query(`UPDATE users SET name = '=HYPERLINK("http://x")' WHERE id = $1`, [forming.userId]);
    const { data } = (await save()).body;
    const [head, ...rows] = parseCsv(data.csv).map(({ cells }) => cells);
    expect(head?.slice(0, 4)).toEqual(['order', 'date', 'time', 'shopper']);
    expect(rows.map(([number]) => number)).toEqual(everyNumber());
    expect(data).toMatchObject({ rows: 4, next: null });
    expect(data.csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    const cells = Object.fromEntries((head ?? []).map((name, index) => [name, rows[0]?.[index]]));
    expect(cells).toMatchObject({
      ...{
        'paid how': 'card',
        'paid in': '5000',
        'by card': '5000',
        'from wallet': '0',
        'paid back': '5000',
      },
      ...{ status: 'refunded', payment: paidBack.reference, centre: paidBack.centre },
    });
    expect((await save({ status: 'active' })).body.data.rows).toBe(1);
  });

  test('is written to the log with the number of its rows, and is not for support', async () => {
    await save({ status: 'active' });
    const [line] = await shop.db.query(
      'SELECT actor, action, target, after FROM audit_log ORDER BY id DESC LIMIT 1',
    );
    expect(line).toEqual({
      ...{ actor: 'operator:femi', action: 'order.export', target: 'orders:status', after: { rows: 1 } },
    });
    expect((await support.call('POST', '/api/ops/order-export', {})).status).toBe(403);
    expect((await finance.call('POST', '/api/ops/order-list', {})).status).toBe(200);
  });
});
