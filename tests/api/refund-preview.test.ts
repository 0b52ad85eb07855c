import { expect, test } from 'vitest';
import type { OpsMoneyActionReply } from '#contract/schemas/ops/money.ts';
import { listOperatorActions } from '../../server/ops/actions.ts';
import { runJobs } from '../money/support/run-jobs.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import type { TestShopper } from '../support/shopper.ts';
import { addOpsCommandFixture } from '../support/with-ops.ts';

/** The preview of a refund shows everything that the refund then moves. */

const shop = openFixtureForFile(openPaymentTestShop, addOpsCommandFixture);

interface Bought {
  buyer: TestShopper;
  name: string;
  reference: string;
  tracking: string;
}

/** Buys three units by card of a product whose group needs ten. */
async function bought(): Promise<Bought> {
  const buyer = await shop.shopper();
  await buyer.add(await shop.product({ priceNaira: 2_000, minUnits: 10 }), 3);
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await buyer.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  const [row] = await shop.db.query<{ tracking: string; name: string }>(
    `SELECT o.tracking_no AS tracking, u.name FROM orders o JOIN payments p ON p.id = o.payment_id
       JOIN users u ON u.id = o.user_id WHERE p.reference = $1`,
    [reference],
  );
  return { buyer, reference, tracking: '', name: '', ...row };
}
const plan = async (...words: string[]) =>
  (await runOpsCommandInTest<OpsMoneyActionReply['data']>(shop, ...words, '--reason', 'r', '--dry-run')).data;
const facts = async ({ tracking }: Bought) =>
  shop.db.query(
    `SELECT i.refunded_kobo, i.counted, g.units_sold, g.participant_count, w.balance_kobo,
       (SELECT count(*)::int FROM ledger_tx) AS moves, (SELECT count(*)::int FROM card_refunds) AS refunds,
       (SELECT count(*)::int FROM outbox WHERE topic = 'notice') AS notifications,
       (SELECT count(*)::int FROM audit_log) AS audited
     FROM orders o JOIN order_items i ON i.order_id = o.id JOIN groups g ON g.id = i.group_id
       JOIN wallets w ON w.user_id = o.user_id WHERE o.tracking_no = $1`,
    [tracking],
  );

test('of a whole line: the wallet, the line, the units and members of the group, and the message', async () => {
  const sale = await bought();
  const { name, tracking, reference, buyer } = sale;
  const before = await facts(sale);
  const shown = await plan('item', 'refund', tracking, '--line', '1');
  expect(shown.says).toEqual([
    `₦6,000 goes into the wallet of ${name}.`,
    'The wallet goes from ₦0 to ₦6,000.',
    'Line 1 (3 x Local Rice) is then refunded in full. It will not be handed out.',
    'The group of Local Rice loses 3 units: 0 of 10 are then sold, not 3. Members: 1 before, 0 after.',
    `${name} is notified: "Wallet credited ₦6,000 - Refund".`,
  ]);
  expect(shown.about).toMatchObject({ userId: buyer.id, shopper: name, trackingNumber: tracking, reference });
  expect(await facts(sale), 'nothing has moved, and nobody was notified').toEqual(before);
  await runOpsCommandInTest(shop, 'item', 'refund', tracking, '--line', '1', '--reason', 'r');
  expect(await facts(sale)).toMatchObject([
    { refunded_kobo: 600_000, counted: false, units_sold: 0, participant_count: 0, balance_kobo: 600_000 },
  ]);
});

test('of a part of it: what the line keeps, and that the group keeps its units', async () => {
  const { tracking, name } = await bought();
  const { says } = await plan('item', 'refund', tracking, '--line', '1', '--amount', '500');
  expect(says).toEqual([
    `₦500 goes into the wallet of ${name}.`,
    'The wallet goes from ₦0 to ₦500.',
    'Line 1 (3 x Local Rice) is then refunded in part: ₦500 of ₦6,000.',
    'The group of Local Rice keeps its 3 of 10 units.',
    `${name} is notified: "Wallet credited ₦500 - Refund".`,
  ]);
});

test('of a line that goes to the card: the card, the wallet that only passes it on, and both messages', async () => {
  const sale = await bought();
  const { reference, name, tracking } = sale;
  const before = await facts(sale);
  const { says, amount, needsApproval } = await plan('refund', 'card', reference, '--line', '1');
  expect({ amount, needsApproval }).toEqual({ amount: 6_000, needsApproval: false });
  expect(says).toEqual([
    `₦6,000 goes back to the card of ${name}.`,
    'The wallet stays at ₦0.',
    'Line 1 (3 x Local Rice) is then refunded in full. It will not be handed out.',
    'The group of Local Rice loses 3 units: 0 of 10 are then sold, not 3. Members: 1 before, 0 after.',
    `${name} is notified: "Wallet credited ₦6,000 - Refund".`,
    `${name} is notified: "Wallet debited ₦6,000 - Refund to your card".`,
  ]);
  expect(await facts(sale)).toEqual(before);
  await runOpsCommandInTest(shop, 'refund', 'card', reference, '--line', '1', '--reason', 'r');
  const life = (
    await runOpsCommandInTest<{ paidBackNaira: number; events: { what: string; details: string }[] }>(
      ...([shop, 'payment', 'show', reference] as const),
    )
  ).data;
  expect(life.paidBackNaira).toBe(6_000);
  const told = life.events.map(({ what, details }) => `${what}: ${details}`);
  expect(told).toContain('Refunded to the wallet: ₦6,000.00, line 1');
  expect(told).toContain('Refund to the card: ₦6,000.00, done');
  expect(told.join()).not.toMatch(/flutterwave_only|\w+\.\w+_answered|wallet_credited/);
  expect(
    (await runOpsCommandInTest<{ payments: object[] }>(shop, 'find', tracking)).data.payments,
  ).toMatchObject([{ paidBackNaira: 6_000 }]);
});

test('of what the wallet got before: the card, the wallet, and that nothing else changes', async () => {
  const { reference, tracking, name } = await bought();
  await runOpsCommandInTest(
    shop,
    'item',
    'refund',
    tracking,
    '--line',
    '1',
    '--amount',
    '2000',
    '--reason',
    'r',
  );
  const { says, about } = await plan('refund', 'card', reference);
  expect(says).toEqual([
    `₦2,000 goes back to the card of ${name}, of ₦2,000 that can.`,
    'The wallet goes from ₦2,000 to ₦0.',
    'No order and no group changes.',
    `${name} is notified: "Wallet debited ₦2,000 - Refund to your card".`,
  ]);
  expect(about).toMatchObject({ shopper: name, reference, trackingNumber: tracking });
});

test('that a friend counts no longer, and that a secured group keeps the units', async () => {
  const sale = await bought();
  const { name, tracking, buyer } = sale;
  const friend = await shop.shopper();
  await shop.db.query(`INSERT INTO referrals (referee_id, referrer_id, joined_at) SELECT $1, $2, app_now()`, [
    buyer.id,
    friend.id,
  ]);
  const [{ id } = { id: '' }] = await shop.db.query<{ id: string }>(
    `SELECT i.group_id AS id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.tracking_no = $1`,
    [tracking],
  );
  const filler = await shop.shopper(20_000);
  await filler.add((await productOf(id)) ?? '', 7);
  await filler.pay({ method: 'wallet_only', walletNaira: 14_000 });
  await runJobs(shop.db);
  const { says } = await plan('item', 'refund', tracking, '--line', '1');
  expect(says?.slice(2, 5)).toEqual([
    'Line 1 (3 x Local Rice) is then refunded in full. It will not be handed out.',
    'The group of Local Rice keeps its 10 of 10 units. It is secured.',
    `The friend who referred ${name} has one referral less. A bonus that was paid stays paid.`,
  ]);
});

const productOf = async (groupId: string) =>
  (await shop.db.query<{ id: string }>('SELECT product_id AS id FROM groups WHERE id = $1', [groupId]))[0]
    ?.id;

test('every command that moves money has a dry run', () => {
  const without = listOperatorActions().filter(
    ({ movesMoney, body }) => movesMoney && !('dryRun' in body.properties),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
