import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import {
  createPickupTestOrder,
  createWrongPickupCode,
  type PickupTestOrder,
} from '../support/pickup-order.ts';

/** Goods were handed out without a connection, and the shop refuses the hand-out afterwards. */

const shop = openFixtureForFile(openPaymentTestShop);
const people = new Map<string, SignedInTestOperator>();
beforeAll(async () => {
  for (const [name, role] of [
    ['ngozi', 'ops'],
    ['sade', 'support'],
    ['femi', 'finance'],
  ] as const)
    people.set(name, await signInTestOperator(shop, name, role));
});

interface Reply<Of> {
  data: Of;
  message?: string;
}
interface Item {
  id: number;
  line: number;
  refusal: string;
  outcome: string | null;
}
const call = <Of>(
  name: string,
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  key: string = randomUUID(),
) =>
  (people.get(name) as SignedInTestOperator).call<Reply<Of>>(method, `/api/ops/${url}`, body, {
    'idempotency-key': key,
  });
const AT = '2026-11-20T13:02:00.000Z';
interface Wish {
  lines?: number[];
  code?: string;
  at?: string;
  key?: string;
}
/** Sends the hand-out as the counter's phone does: with `at` once the goods are gone. */
const send = (order: PickupTestOrder, { lines = [1], code = order.code, at, key }: Wish = {}) =>
  call<object>(
    'ngozi',
    'POST',
    `pickup/orders/${order.trackingNumber}/collect`,
    { code, lines, ...(at ? { at } : {}) },
    key,
  );
const itemsOf = async (order: PickupTestOrder) =>
  (
    await call<{
      unproven: Item[];
      lines: { state: string }[];
      events: { what: string; details: string | null }[];
    }>('femi', 'GET', `orders/${order.trackingNumber}`)
  ).body.data;
const openToday = async (): Promise<number> => {
  const { body } = await call<{ waiting: { what: string; count: number }[] }>('sade', 'GET', 'today');
  return body.data.waiting.find(({ what }) => what === 'Goods handed out without a valid code')?.count ?? 0;
};
const resolve = (name: string, { id }: Item, outcome: string, key?: string) =>
  call<object>(name, 'POST', `pickup/unproven/${id}/resolve`, { outcome, reason: 'called 0803' }, key);
/** Finds the open item of an order, of which there must be exactly one. */
async function openItemOf(order: PickupTestOrder): Promise<Item> {
  const { unproven } = await itemsOf(order);
  expect(unproven).toHaveLength(1);
  return unproven[0] as Item;
}

test('goods given on a wrong code stay one open item, however often the phone sends it', async () => {
  const order = await createPickupTestOrder(shop, 'Chidi Eze', { ready: ['Rice'] });
  const [before, code, key] = [await openToday(), createWrongPickupCode(order), randomUUID()];
  const refusal = 'Wrong code for this order. Tries left: 4.';
  // The answer to the first try was lost while the shopper was still at the counter.
  expect((await send(order, { code, key })).body.message).toBe(refusal);
  expect(await openToday()).toBe(before);
  const sent = await Promise.all([send(order, { code, key, at: AT }), send(order, { code, key, at: AT })]);
  expect(sent.map(({ body }) => body.message)).toEqual([refusal, refusal]);
  await send(order, { code, key, at: AT });
  expect(await openToday()).toBe(before + 1);
  const { unproven, lines, events } = await itemsOf(order);
  expect(unproven).toMatchObject([
    { line: 1, refusal, outcome: null, givenAt: AT, givenBy: 'operator:ngozi' },
  ]);
  expect(lines).toMatchObject([{ state: 'waiting' }]);
  const { body } = await call<{ trackingNumber: string; centreName: string }[]>(
    'sade',
    'GET',
    'pickup/unproven',
  );
  expect(body.data).toContainEqual(expect.objectContaining({ trackingNumber: order.trackingNumber }));
  expect((await call('femi', 'GET', 'pickup/unproven')).status).toBe(403);
  const refused = events.filter(({ what }) => /code/i.test(what)).map(({ what, details }) => [what, details]);
  expect(refused).toEqual([
    ['Pickup code refused', ''],
    ['Handed out without a valid code', 'line 1'],
  ]);
});

test('a hand-out whose first answer was lost is the same one when it is sent again with its time', async () => {
  const order = await createPickupTestOrder(shop, 'Ada Obi', { ready: ['Beans'] });
  const key = randomUUID();
  const first = await send(order, { key });
  expect((await send(order, { key, at: AT })).body).toEqual(first.body);
  expect((await itemsOf(order)).unproven).toEqual([]);
});

test('a line that was handed out before is an open item too, a code that was tried at the counter is none', async () => {
  const order = await createPickupTestOrder(shop, 'Bola Ade', { ready: ['Rice', 'Oil'] });
  await send(order, { code: createWrongPickupCode(order) });
  await send(order, { lines: [1] });
  await send(order, { lines: [1] });
  expect((await itemsOf(order)).unproven).toEqual([]);
  expect((await send(order, { lines: [1, 2], at: AT })).status).toBe(200);
  expect((await itemsOf(order)).unproven).toMatchObject([
    { line: 1, refusal: expect.stringMatching(/^Already handed out on .+ by ngozi\.$/) },
  ]);
});

test('the code that comes afterwards resolves it, and nothing else says that it was collected', async () => {
  const order = await createPickupTestOrder(shop, 'Dele Oni', { ready: ['Millet'] });
  await send(order, { code: createWrongPickupCode(order), at: AT });
  const item = await openItemOf(order);
  expect((await resolve('sade', item, 'collected')).body.message).toMatch(/^This line was not handed out/);
  await send(order);
  expect(await openItemOf(order), 'it stays until somebody resolves it').toMatchObject({ outcome: null });
  const key = randomUUID();
  const done = await resolve('sade', item, 'collected', key);
  expect(done.status).toBe(200);
  expect((await resolve('sade', item, 'collected', key)).body).toEqual(done.body);
  expect((await resolve('sade', item, 'lost')).body.message).toBe('Already resolved by sade: collected.');
  expect(await openItemOf(order)).toMatchObject({ outcome: 'collected', resolvedBy: 'operator:sade' });
  const log = await shop.db.query(
    'SELECT actor, reason, after FROM audit_log WHERE action = $1 AND target = $2',
    ['item.resolve', `order:${order.trackingNumber}`],
  );
  expect(log).toEqual([
    { actor: 'operator:sade', reason: 'called 0803', after: { id: item.id, line: 1, outcome: 'collected' } },
  ]);
});

test('a shopper who was asked and has the goods has collected, on the word of somebody else than who gave them', async () => {
  const order = await createPickupTestOrder(shop, 'Efe Odili', { ready: ['Maize'] });
  await send(order, { code: createWrongPickupCode(order), at: AT });
  const item = await openItemOf(order);
  expect((await resolve('ngozi', item, 'confirmed')).body.message).toMatch(/^You handed it out yourself/);
  expect((await resolve('femi', item, 'confirmed')).status).toBe(403);
  expect((await resolve('sade', item, 'confirmed')).status).toBe(200);
  expect((await itemsOf(order)).lines).toMatchObject([{ state: 'collected' }]);
});

test('goods that are lost leave the shopper owed', async () => {
  const order = await createPickupTestOrder(shop, 'Gift Udo', { ready: ['Salt'] });
  await send(order, { code: createWrongPickupCode(order), at: AT });
  const before = await openToday();
  expect((await resolve('sade', await openItemOf(order), 'lost')).status).toBe(200);
  expect(await openToday()).toBe(before - 1);
  expect((await itemsOf(order)).lines).toMatchObject([{ state: 'waiting' }]);
});
