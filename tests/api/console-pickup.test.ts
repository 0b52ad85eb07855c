import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import {
  createPickupTestOrder,
  createWrongPickupCode,
  type PickupTestOrder,
} from '../support/pickup-order.ts';

/** The calls of the console's screen of pickup. */

const shop = openFixtureForFile(openPaymentTestShop);
const people = new Map<string, SignedInTestOperator>();
const as = (name: string) => people.get(name) as SignedInTestOperator;
beforeAll(async () => {
  for (const [name, role] of [
    ['ngozi', 'ops'],
    ['bisi', 'ops'],
    ['sade', 'support'],
  ] as const)
    people.set(name, await signInTestOperator(shop, name, role));
});

interface HandedOut {
  handedOut: { line: number; product: string }[];
  kept: { line: number; why: string }[];
}
interface Answer<Of> {
  data: Of;
  code?: string;
  message?: string;
}

function collect(
  name: string,
  { trackingNumber, ...order }: PickupTestOrder,
  { lines = [1], code = order.code, key = randomUUID(), at }: CollectOptions = {},
) {
  const url = `/api/ops/pickup/orders/${trackingNumber}/collect`;
  const body = { code, lines, ...(at ? { at } : {}) };
  return as(name).call<Answer<HandedOut>>('POST', url, body, { 'idempotency-key': key });
}
interface CollectOptions {
  lines?: number[];
  code?: string;
  key?: string;
  at?: string;
}

const get = async <Of>(name: string, url: string): Promise<Of> => {
  const { status, body } = await as(name).call<Answer<Of>>('GET', `/api/ops/pickup/${url}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
};

/** Reads the audit rows of an order, the newest first. */
const rowsOf = ({ trackingNumber }: PickupTestOrder) =>
  shop.db.query<{ actor: string; action: string; ip: string; after: object }>(
    'SELECT actor, action, ip, after FROM audit_log WHERE target = $1 ORDER BY id DESC',
    [`order:${trackingNumber}`],
  );

const ALREADY = /^Already handed out on \d+ \w+ \d{4} at \d\d:\d\d by ngozi\.$/;

describe('at the counter', () => {
  test('lines that are not named are not handed out', async () => {
    const { trackingNumber, code } = await createPickupTestOrder(shop, 'Ife Ojo', { ready: ['Rice'] });
    const asked = await as('ngozi').call<Answer<HandedOut>>(
      ...(['POST', `/api/ops/pickup/orders/${trackingNumber}/collect`, { code }] as const),
    );
    expect([asked.status, asked.body.message]).toEqual([400, 'lines is required']);
  });

  test('a line is handed out, then the other, and a third is not ready', async () => {
    const order = await createPickupTestOrder(shop, 'Ada Obi', { ready: ['Rice', 'Beans'], later: ['Yam'] });
    const first = await collect('ngozi', order, { lines: [2] });
    expect(first.body.data).toMatchObject({ handedOut: [{ line: 2, product: 'Beans' }], kept: [] });
    const rest = await collect('bisi', order, { lines: [1, 2, 3] });
    expect(rest.body.data).toMatchObject({
      handedOut: [{ line: 1, product: 'Rice' }],
      kept: [
        { line: 2, why: expect.stringMatching(/^Already handed out on .+ by ngozi$/) },
        { line: 3, why: 'It is not ready yet' },
      ],
    });
    expect(await rowsOf(order)).toMatchObject([
      { actor: 'operator:bisi', action: 'item.collect', ip: '127.0.0.1', after: rest.body.data },
      { actor: 'operator:ngozi', action: 'item.collect', ip: '127.0.0.1', after: first.body.data },
    ]);
    expect((await collect('bisi', order, { lines: [3] })).body.message).toBe('It is not ready yet.');
    expect((await collect('bisi', order, { lines: [9] })).body.message).toBe('This order has no line 9.');
  });

  test('a second hand-out is told when and by whom the first was, a wrong code otherwise', async () => {
    const order = await createPickupTestOrder(shop, 'Tunde Ade', { ready: ['Rice', 'Oil'] });
    expect((await collect('ngozi', order)).status).toBe(200);
    const again = await collect('bisi', order);
    expect([again.status, again.body.message]).toEqual([400, expect.stringMatching(ALREADY)]);
    const both = await collect('bisi', order, { lines: [1, 2] });
    expect(both.body.data.handedOut).toMatchObject([{ line: 2 }]);
    expect((await collect('sade', order)).status).toBe(403);
    const wrong = await collect('bisi', order, { code: createWrongPickupCode(order) });
    expect(wrong.body.message).toBe('Wrong code for this order. Tries left: 4.');
    expect((await collect('bisi', { ...order, trackingNumber: 'GB-NOPE' })).status).toBe(404);
  });

  test('the same key is the same hand-out, also when the first answer and its keeping were cut off', async () => {
    const order = await createPickupTestOrder(shop, 'Chi Eze', { ready: ['Rice'] });
    const at = '2026-11-20T13:02:00.000Z';
    const send = () => collect('ngozi', order, { key: '018f0000-0000-7000-8000-000000000001', at });
    const [one, other] = await Promise.all([send(), send()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const told = { handedOut: [{ line: 1 }], kept: [] };
    expect([one.body.data, other.body.data].filter((data) => 'handedOut' in data)[0]).toMatchObject(told);
    await shop.db.query('DELETE FROM operator_answers');
    expect((await send()).body.data).toMatchObject({ after: told });
    expect(await rowsOf(order)).toMatchObject([{ action: 'item.collect', after: { handedOutAt: at } }]);
  });

  test('a wrong code that is sent again under its key is one miss, and five lock the order', async () => {
    const order = await createPickupTestOrder(shop, 'Ife Bello', { ready: ['Rice'] });
    const code = createWrongPickupCode(order);
    const key = '018f0000-0000-7000-8000-000000000002';
    for (let turn = 0; turn < 3; turn += 1)
      expect((await collect('ngozi', order, { code, key })).body.message).toContain('Tries left: 4.');
    for (const left of [3, 2, 1, 0])
      expect((await collect('ngozi', order, { code })).body.message).toContain(`Tries left: ${left}.`);
    expect((await collect('ngozi', order)).body.message).toContain(
      'This order is locked after five wrong codes',
    );
    const unlock = `/api/ops/orders/${order.trackingNumber}/unlock`;
    expect((await as('sade').call('POST', unlock, { reason: 'showed the passport' })).status).toBe(200);
    expect((await collect('ngozi', order)).status).toBe(200);
    expect((await rowsOf(order)).map(({ action }) => action)).toEqual([
      ...['item.collect', 'item.unlock'],
      ...Array<string>(5).fill('item.collect_refused'),
    ]);
  });
});

interface Link {
  name: string;
  link: string;
  lines: string[];
}
interface Row {
  trackingNumber: string;
  name: string;
  line: number;
  product: string;
  state: string;
  collectedBy: string | null;
}

describe('a centre', () => {
  test('has the whole orders of which something waits, by surname, without codes and numbers', async () => {
    const zuma = await createPickupTestOrder(shop, 'Abu Zuma', { ready: ['Rice', 'Beans'], later: ['Yam'] });
    const abba = await createPickupTestOrder(shop, 'Zara Abba', { ready: ['Oil'] });
    await collect('ngozi', zuma, { lines: [2] });
    const rows = await get<Row[]>('sade', `${zuma.centre}/list`);
    const mine = rows.filter(({ trackingNumber }) =>
      [zuma, abba].some((order) => order.trackingNumber === trackingNumber),
    );
    expect(mine).toMatchObject([
      { name: 'Zara Abba', line: 1, product: 'Oil', state: 'waiting' },
      { name: 'Abu Zuma', line: 1, product: 'Rice', state: 'waiting', collectedBy: null },
      { name: 'Abu Zuma', line: 2, product: 'Beans', state: 'collected', collectedBy: 'operator:ngozi' },
      { name: 'Abu Zuma', line: 3, product: 'Yam', state: 'not_ready' },
    ]);
    const [{ phone } = { phone: '' }] = await shop.db.query<{ phone: string }>(
      'SELECT phone FROM users WHERE id = $1',
      [zuma.shopperId],
    );
    const text = JSON.stringify(rows);
    for (const secret of [`"${zuma.code}"`, `"${abba.code}"`, phone]) expect(text).not.toContain(secret);
    await collect('ngozi', abba);
    const later = await get<Row[]>('sade', `${zuma.centre}/list`);
    expect(later.map(({ trackingNumber }) => trackingNumber)).not.toContain(abba.trackingNumber);
    const [links] = [await get<{ name: string; link: string }[]>('sade', `${zuma.centre}/links`)];
    expect(links.find(({ name }) => name === 'Abu Zuma')?.link).toMatch(/^https:\/\/wa\.me\/234/);
    expect(await get('sade', `${zuma.centre}/links?overdue=true`)).toEqual([]);
    expect((await as('sade').call('GET', '/api/ops/pickup/NOWHERE/list')).body).toMatchObject({
      message: 'There is no pickup centre NOWHERE.',
    });
  });

  test('remembers who was written to, when and by which operator, until other goods of theirs have come', async () => {
    const order = await createPickupTestOrder(shop, 'Lami Sule', { ready: ['Rice'], secured: ['Beans'] });
    const linkOf = async (name = 'sade') =>
      (await get<Link[]>(name, `${order.centre}/links`)).find((one) => one.name === 'Lami Sule');
    const link = await linkOf();
    const text = new URL(link?.link ?? '').searchParams.get('text');
    expect(text).toMatch(
      new RegExp(
        `^Order ${order.trackingNumber}: 5 x Rice\\. Please collect it by \\d+ \\w+ \\d{4} at [\\d:]+\\.$`,
        'm',
      ),
    );
    expect(text).toMatch(/^Pickup centre: (\w+) Centre, Allen Avenue, \1\. Open: Monday-Saturday/m);
    expect(link).toMatchObject({ lines: [`${order.trackingNumber}:1`], writtenAt: null, writtenBy: null });
    const written = (name: string, lines: string[]) =>
      as(name).call<Answer<object>>('POST', '/api/ops/pickup/written', { lines });
    expect((await written('sade', link?.lines ?? [])).body.data).toMatchObject({
      writtenBy: 'operator:sade',
    });
    expect(await linkOf('ngozi')).toMatchObject({
      writtenAt: expect.any(String),
      writtenBy: 'operator:sade',
    });
    expect(await rowsOf(order)).toMatchObject([{ action: 'pickup.written', actor: 'operator:sade' }]);
    expect((await written('sade', [`${order.trackingNumber}:2`])).body.message).toBe(
      'These lines are no longer waiting.',
    );
    const step = { from: 'secured', to: 'ready_for_pickup' };
    await as('ngozi').call('POST', `/api/ops/pickup/${order.centre}/batches`, step);
    expect(await linkOf()).toMatchObject({ writtenAt: null, goods: ['5 x Rice', '5 x Beans'] });
  });

  test('is moved by what was counted first, and bought and packed for by its plan', async () => {
    const order = await createPickupTestOrder(shop, 'Uche Obi', { secured: ['Semolina'] });
    const planned = { product: 'Semolina', quantity: 5, orders: 1 };
    expect(await get('sade', `${order.centre}/plan`)).toMatchObject([{ ...planned, stage: 'secured' }]);
    const move = (body: object) =>
      as('ngozi').call<Answer<object>>('POST', `/api/ops/pickup/${order.centre}/batches`, body);
    const step = { from: 'secured', to: 'packaging' };
    const counted = { found: [{ product: 'Semolina', members: 1 }] };
    const tried = await move({ ...step, dryRun: true });
    expect(tried.body.data).toMatchObject({ ...counted, isDryRun: true, moved: 0 });
    expect(await get('sade', `${order.centre}/plan`)).toMatchObject([{ stage: 'secured' }]);
    expect((await move(step)).body.data).toMatchObject({ ...counted, isDryRun: false, moved: 1 });
    expect(await get('sade', `${order.centre}/plan`)).toMatchObject([{ ...planned, stage: 'packaging' }]);
    expect((await move({ from: 'packaging', to: 'secured' })).body.message).toBe(
      'A batch only moves forward.',
    );
    expect(await get<object[]>('sade', 'centres')).toContainEqual(
      expect.objectContaining({ code: order.centre, active: true }),
    );
  });
});
