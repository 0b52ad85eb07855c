import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { canRoleRunAction } from '../../server/ops/operators.ts';
import { type SignedInTestOperator, signInTestOperator } from '../support/console.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { createPickupTestOrder, type PickupTestOrder } from '../support/pickup-order.ts';

/** An operator who is limited to one pickup centre neither reads nor changes what belongs to another. */

const shop = openFixtureForFile(openPaymentTestShop);
const FOREIGN = 'LAG-LEK';
const people = new Map<string, SignedInTestOperator>();
let order: PickupTestOrder;
let moveId: string;
let unproven: number;

interface Answer {
  data: unknown;
  message?: string;
}
const call = (name: string, method: 'GET' | 'POST', path: string, body?: object) =>
  (people.get(name) as SignedInTestOperator).call<Answer>(method, `/api/ops/${path}`, body, {
    'idempotency-key': randomUUID(),
  });
const read = async (name: string, method: 'GET' | 'POST', path: string, body?: object) => {
  const { status, body: answer } = await call(name, method, path, body);
  expect([status, answer.message]).toEqual([200, undefined]);
  return answer.data;
};
const limit = (name: string, centre?: string[]) =>
  call('olu', 'POST', `operators/${name}/edit`, { reason: 'works there', ...(centre ? { centre } : {}) });

beforeAll(async () => {
  for (const [name, role] of [
    ['olu', 'owner'],
    ['here', 'ops'],
    ['there', 'ops'],
    ['desk', 'support'],
  ] as const)
    people.set(name, await signInTestOperator(shop, name, role));
  order = await createPickupTestOrder(shop, 'Ada Obi', { ready: ['Rice'], secured: ['Beans'] });
  const [move] = await shop.db.query<{ id: string }>(
    'SELECT move_id AS id FROM fulfilment_batches WHERE move_id IS NOT NULL',
  );
  moveId = move?.id ?? '';
  const [item] = await shop.db.query<{ id: number }>(
    `INSERT INTO unproven_hand_outs (item_id, key, given_by, given_at, refusal)
     SELECT min(id), 'k', 'operator:olu', now(), 'Wrong code' FROM order_items RETURNING id::int`,
  );
  unproven = item?.id ?? 0;
  for (const [name, centre] of [
    ['here', order.centre],
    ['there', FOREIGN],
    ['desk', FOREIGN],
  ] as const)
    expect((await limit(name, [centre])).status).toBe(200);
});

const stateOf = async () =>
  shop.db.query(
    `SELECT o.pickup_misses, i.collected_at, b.status, h.outcome, (SELECT count(*) FROM pickup_messages) AS messages
     FROM orders o JOIN order_items i ON i.order_id = o.id
       LEFT JOIN fulfilment_batches b ON b.group_id = i.group_id
       LEFT JOIN unproven_hand_outs h ON h.item_id = i.id ORDER BY i.line_no`,
  );

test('the lists of a clerk have only the goods of the own centre', async () => {
  const orders = async (name: string) => read(name, 'POST', 'order-list', {});
  expect(await orders('here')).toMatchObject([{ trackingNumber: order.trackingNumber }]);
  const foreign = [
    await orders('there'),
    await read('there', 'POST', 'order-list', { q: order.trackingNumber }),
    await read('there', 'GET', 'pickup/overdue'),
    await read('there', 'GET', 'pickup/unproven'),
    await read('there', 'GET', 'today'),
    await read('there', 'POST', 'order-export', {}),
    await read('there', 'GET', 'pickup/centres'),
  ];
  expect(foreign).toMatchObject([
    ...[[], [], [], [], { waiting: [], closing: [], days: [] }, { rows: 0 }],
    [{ code: FOREIGN }],
  ]);
  for (const [name, shown] of [
    [{ after: order.trackingNumber }, `order ${order.trackingNumber}`],
    [{ centre: order.centre }, `pickup centre ${order.centre}`],
  ] as const)
    expect((await call('there', 'POST', 'order-list', name)).body.message).toBe(`There is no ${shown}.`);
  expect(JSON.stringify(foreign)).not.toContain(order.trackingNumber);
  expect(await read('here', 'GET', 'today')).toMatchObject({
    waiting: expect.arrayContaining([expect.objectContaining({ kind: 'unproven', count: 1 })]),
  });
});

test('what belongs to another centre is refused by id, and nothing changes', async () => {
  const before = await stateOf();
  const { trackingNumber, code, centre } = order;
  const wishes: [string, 'GET' | 'POST', string, object?][] = [
    ['there', 'GET', `orders/${trackingNumber}`],
    ['there', 'GET', `orders/${trackingNumber.toLowerCase()}`],
    ['there', 'GET', `pickup/${centre}/plan`],
    ['there', 'GET', `pickup/${centre}/pack`],
    ['there', 'GET', `pickup/${centre}/links`],
    ['there', 'GET', `pickup/${centre}/moves`],
    ['there', 'POST', `pickup/${centre}/batches`, { from: 'secured', to: 'processing' }],
    ['there', 'POST', `pickup/${centre}/edit`, { name: 'Mine' }],
    ['there', 'POST', `pickup/moves/${moveId}/undo`, { reason: 'wrong' }],
    ['there', 'POST', `pickup/orders/${trackingNumber}/collect`, { code, lines: [1] }],
    ['there', 'POST', `pickup/orders/${trackingNumber}/collect`, { code: '000000', lines: [1] }],
    ['there', 'POST', `pickup/unproven/${unproven}/resolve`, { outcome: 'lost', reason: 'gone' }],
    ['there', 'POST', 'pickup/written', { lines: [`${trackingNumber}:1`] }],
    ['desk', 'POST', `orders/${trackingNumber}/unlock`, { reason: 'asked' }],
    ['desk', 'POST', 'find', { q: trackingNumber }],
    ['desk', 'GET', `shoppers/${order.shopperId}`],
    ['desk', 'POST', 'audit', {}],
  ];
  for (const [name, method, path, body] of wishes) {
    const answer = await call(name, method, path, body);
    expect([path, answer.status]).toEqual([path, 403]);
    expect(answer.body.message).not.toContain('Ada');
  }
  const list = await call('there', 'GET', `pickup/${centre}/list`);
  expect([list.status, list.body.message]).toEqual([409, `There is no pickup centre ${centre}.`]);
  expect(await stateOf()).toEqual(before);
  const unknown = await call('there', 'GET', 'orders/GB-AAAAAAAA');
  const foreign = await call('there', 'GET', `orders/${trackingNumber}`);
  expect(unknown.body.message).toBe(foreign.body.message);
});

test('what to buy and pack is listed for the own centres only', async () => {
  const { centre, trackingNumber } = order;
  const goods = async (name: string, query = '') =>
    ((await read(name, 'GET', `pickup/buy${query}`)) as { goods: unknown[] }).goods;
  const beans = [{ product: 'Beans', quantity: 5 }];
  expect([await goods('here'), await goods('here', `?centre=${centre}`)]).toMatchObject([beans, beans]);
  expect(await goods('there')).toEqual([]);
  const foreign = await call('there', 'GET', `pickup/buy?centre=${centre}`);
  expect([foreign.status, foreign.body.message]).toEqual([409, `There is no pickup centre ${centre}.`]);
  expect(await read('here', 'GET', `pickup/${centre}/pack`)).toMatchObject([{ trackingNumber }]);
});

test('at the own centre the same clerk reads, moves and hands out', async () => {
  const { trackingNumber, code, centre } = order;
  expect(await read('here', 'GET', `orders/${trackingNumber}`)).toMatchObject({ trackingNumber });
  expect(await read('here', 'GET', `pickup/${centre}/list`)).toHaveLength(2);
  expect(
    await read('here', 'POST', `pickup/${centre}/batches`, { from: 'secured', to: 'processing' }),
  ).toMatchObject({ moved: 1 });
  const handedOut = { code, lines: [1] };
  expect(await read('here', 'POST', `pickup/orders/${trackingNumber}/collect`, handedOut)).toMatchObject({
    handedOut: [{ line: 1 }],
  });
});

test('an action that does not say how it keeps to centres is closed to a clerk', () => {
  const clerk = { role: 'ops', centres: [FOREIGN] } as const;
  const open = listOperatorActions().filter(
    (action) => canRoleRunAction({ ...clerk, centres: [FOREIGN] }, action) && action.centres === undefined,
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('only an owner limits, never an owner, and only to centres that exist', async () => {
  const said = async (name: string, centre: string[]) => (await limit(name, centre)).body.message;
  expect(await said('olu', [FOREIGN])).toBe('An owner works for the whole shop: leave out --centre.');
  expect(await said('there', ['LAG-XXX'])).toBe('There is no pickup centre LAG-XXX.');
  expect((await call('here', 'POST', 'operators/here/edit', { reason: 'more' })).status).toBe(403);
  expect((await limit('there')).status).toBe(200);
  expect(await read('there', 'POST', 'order-list', {})).toHaveLength(1);
});
