import { expect, test } from 'vitest';
import type { OrderReceipt } from '#contract/schemas/order.ts';
import { advanceBatchStages } from '../../server/features/fulfilment/batch-service.ts';
import { moveGroupToSecured } from '../../server/features/groups/group-moves.ts';
import { addTestProduct } from '../support/api-catalogue.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';

const shop = openFixtureForFile(openPaymentTestShop);

interface Named {
  unit: string | null;
}

interface Counted {
  baseUnitName: string | null;
}

/** Reads the unit names of the two lines, sorted because their order differs from place to place. */
const unitsOf = (lines: Named[]) => lines.map(({ unit }) => unit).sort();

test('a unit is called as its buyer read it, wherever somebody reads of the order', async () => {
  const buyer = await shop.shopper(10_000);
  const units = [{ name: 'keg-5l', displayName: '5 L keg', quantity: 5, baseNaira: 2_000 }];
  const kegs = await addTestProduct(shop, { units, minUnits: 5 });
  await buyer.add(kegs, 1, 'keg-5l');
  const exported = async () =>
    (
      await buyer.call<{ data: { cart: Named[]; orders: { items: Named[] }[] } }>(
        'GET',
        '/api/account/export',
      )
    ).body.data;
  expect(unitsOf((await exported()).cart)).toEqual(['5 L keg']);
  await buyer.add(await addTestProduct(shop, { minUnits: 1 }), 1);
  const paid = await buyer.pay({ method: 'wallet_only', walletNaira: 2_000 });
  const mine = await buyer.call<{ data: Counted[] }>('GET', '/api/group/my-groups');
  for (const counted of [paid.body.groupBuys, mine.body.data]) {
    expect(counted.map(({ baseUnitName }) => baseUnitName).sort()).toEqual(['kg', null]);
  }
  const [order] = await shop.db.query<{ tracking: string; code: string; centre: string }>(
    `SELECT o.tracking_no AS tracking, o.pickup_code AS code, c.code AS centre
     FROM orders o JOIN pickup_centres c ON c.id = o.centre_id WHERE o.user_id = $1`,
    [buyer.id],
  );
  if (!order) throw new Error('nothing was bought');
  const { tracking, code, centre } = order;
  const groups = await shop.db.query<{ id: string }>(
    'SELECT group_id AS id FROM order_items WHERE user_id = $1',
    [buyer.id],
  );
  for (const { id } of groups) await shop.db.transaction((tx) => moveGroupToSecured(tx, id));

  const called = [null, '5 L keg'].sort();
  const receipt = await buyer.call<{ data: OrderReceipt }>('GET', `/api/orders/${tracking}/receipt`);
  expect(unitsOf(receipt.body.data.lines)).toEqual(called);
  expect(unitsOf((await exported()).orders.flatMap(({ items }) => items))).toEqual(called);
  const shown = await runOpsCommandInTest<{ lines: Named[] }>(shop, 'order', 'show', tracking);
  expect(unitsOf(shown.data.lines)).toEqual(called);
  const plan = await runOpsCommandInTest<Named[]>(shop, 'pickup', 'plan', '--centre', centre);
  expect(unitsOf(plan.data)).toEqual(called);

  const move = { centreCode: centre, from: 'secured', to: 'ready_for_pickup' } as const;
  await advanceBatchStages(shop.db, move, { actor: 'test', reason: 'it has come' });
  for (const how of [[], ['--whole']]) {
    const waiting = await runOpsCommandInTest<Named[]>(shop, 'pickup', 'list', '--centre', centre, ...how);
    expect(unitsOf(waiting.data)).toEqual(called);
  }
  const [message] = (
    await runOpsCommandInTest<{ link: string }[]>(shop, 'pickup', 'notify', '--centre', centre)
  ).data;
  expect(new URL(message?.link ?? '').searchParams.get('text')).toContain('1 x Garri (5 L keg)');
  await runOpsCommandInTest(shop, 'item', 'collect', tracking, '--code', code);
  const [handed] = await shop.db.query<{ after: unknown }>('SELECT after FROM audit_log WHERE target = $1', [
    `order:${tracking}`,
  ]);
  expect(JSON.stringify(handed)).toContain('5 L keg');
});
