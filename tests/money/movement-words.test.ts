import { expect, test } from 'vitest';
import type { PaymentRecord } from '../../server/features/payments/payment-record.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runJobs } from './support/run-jobs.ts';
import { paidTransaction, withMoney } from './support/with-money.ts';

const HOUR_MS = 3_600_000;
const shop = openFixtureForFile(createTestDatabase, withMoney);

async function begun(userId: string, productId: string): Promise<PaymentRecord> {
  await shop.addToCart(userId, { productId, quantity: 1 });
  return shop.begin(userId);
}

/**
 * Reads the movements of the ledger since the start, with placeholders such as `{order}` for the values that differ in
 * each run.
 */
async function movements(names: Record<string, string | number>): Promise<unknown[]> {
  const rows = await shop.db.query<object>(
    'SELECT kind, reason, description, metadata, actor FROM ledger_tx ORDER BY id',
  );
  const named = (text: string) =>
    Object.entries(names).reduce((said, [name, what]) => said.replaceAll(String(what), `{${name}}`), text);
  return rows.map((row) => JSON.parse(named(JSON.stringify(row))));
}

test('each movement of the money says what it was, for which order and by whom', async () => {
  const productId = await shop.product(100);
  const [payer, leaver] = [await shop.shopper(), await shop.shopper()];
  const payment = await begun(payer, productId);
  const [more, again] = [
    paidTransaction(payment, { amountKobo: payment.cardKobo + 100 }),
    paidTransaction(payment),
  ];
  await shop.settle(payment.reference, more);
  await shop.settle(payment.reference, again);
  const foreign = await begun(leaver, productId);
  const dollars = paidTransaction(foreign, { currency: 'USD' });
  await shop.settle(foreign.reference, dollars);
  await shop.buyByCard(leaver, { productId, quantity: 1 });
  const notes = await shop.db.query('SELECT note FROM recon_items WHERE reference = $1', [dollars.id]);
  expect(notes).toEqual([{ note: 'paid in USD' }]);
  const group = await shop.groupOf(payer, productId);
  await shop.db.query('SELECT leave_group($1, $2)', [leaver, group.id]);
  await shop.advance(49 * HOUR_MS);
  await runJobs(shop.db);
  const secured = await shop.product(1);
  await shop.buyByCard(leaver, { productId: secured, quantity: 1 });
  const full = await shop.groupOf(leaver, secured);
  await runJobs(shop.db);

  const orders = await shop.db.query<{ id: string; trackingNo: string }>(
    'SELECT id, tracking_no AS "trackingNo" FROM orders ORDER BY created_at, id',
  );
  const [first, left, last] = orders.map((order) => ({ ...order }));
  const order = (name: string, groupBuyId?: string) => ({
    ...{ orderId: `{${name}Id}`, orderTrackingNumber: `{${name}}` },
    ...(groupBuyId && { groupBuyId }),
  });
  expect(
    await movements({
      ...{ payer, leaver, group: group.id, full: full.id, reference: payment.reference },
      ...{ foreign: foreign.reference, dollars: dollars.id },
      ...{ firstId: first?.id ?? '', first: first?.trackingNo ?? '', leftId: left?.id ?? '' },
      ...{ left: left?.trackingNo ?? '', lastId: last?.id ?? '', last: last?.trackingNo ?? '' },
    }),
  ).toEqual([
    {
      ...{ kind: 'order_payment', reason: 'ORDER', description: 'Order {first}' },
      ...{ metadata: order('first', '{group}'), actor: 'user:{payer}' },
    },
    {
      ...{ kind: 'overpaid', reason: 'REFUND', description: 'Paid more than order {first} costs' },
      ...{ metadata: order('first'), actor: 'system' },
    },
    {
      ...{ kind: 'late_credit', reason: 'REFUND', description: 'Payment {reference}' },
      ...{ metadata: { reference: '{reference}' }, actor: 'system' },
    },
    {
      ...{ kind: 'unmatched', reason: 'UNMATCHED', description: 'Transaction {dollars}' },
      ...{ metadata: { reference: '{foreign}', currency: 'USD' }, actor: 'system' },
    },
    {
      ...{ kind: 'order_payment', reason: 'ORDER', description: 'Order {left}' },
      ...{ metadata: order('left', '{group}'), actor: 'user:{leaver}' },
    },
    {
      ...{ kind: 'item_refund', reason: 'REFUND', description: 'Left the group buy' },
      ...{ metadata: order('left', '{group}'), actor: 'user:{leaver}' },
    },
    {
      ...{ kind: 'group_refund', reason: 'REFUND', description: 'Group buy did not reach its minimum' },
      ...{ metadata: order('first', '{group}'), actor: 'system' },
    },
    {
      ...{ kind: 'order_payment', reason: 'ORDER', description: 'Order {last}' },
      ...{ metadata: order('last', '{full}'), actor: 'user:{leaver}' },
    },
    {
      ...{ kind: 'group_release', reason: 'GROUP_RELEASE', description: 'Group secured' },
      ...{ metadata: {}, actor: 'system' },
    },
  ]);
});

test('an operator reads why money was parked', async () => {
  const userId = await shop.shopper();
  const payment = await begun(userId, await shop.product(100));
  await shop.db.query('UPDATE users SET deleted_at = app_now() WHERE id = $1', [userId]);
  const transaction = paidTransaction(payment);
  expect(await shop.settle(payment.reference, transaction)).toEqual({ result: 'review' });
  const notes = await shop.db.query('SELECT note FROM recon_items WHERE reference = $1', [transaction.id]);
  expect(notes).toEqual([{ note: 'account deleted' }]);
});
