import { beforeEach, expect, test } from 'vitest';
import { refundOrderLine } from '../../server/features/groups/group-refund-service.ts';
import { reconcilePayments } from '../../server/features/payments/reconciliation/reconciliation-service.ts';
import { debitWalletsForOpenReversals } from '../../server/features/payments/reversals/reversals.ts';
import type { ReversalLoss } from '../../server/features/payments/settle/verify-service.ts';
import { createExpirePaymentsJob } from '../../server/jobs/payments/expire-payments-job.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../server/ledger/amount-approval.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { callShopApi, type TestShopper } from '../support/shopper.ts';
import { readAccountNaira } from './support/account-naira.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';

/** Money that the provider sends back to a card: refunds at its dashboard, and chargebacks. @source money.md */

const shop = openFixtureForFile(openPaymentTestShop);
let deps: Parameters<typeof reconcilePayments>[0];
let alarms: ReversalLoss[];
beforeEach(() => {
  alarms = [];
  const { db, config, deps: all } = shop;
  const onReversal = (reversal: ReversalLoss) => void alarms.push(reversal);
  deps = { db, provider: all.provider, groupWindowHours: config.groupWindowHours, onReversal };
});

/** Makes a shopper with one order of ₦5,000 by card. @returns also the provider's number of the payment. */
async function paid(): Promise<{ shopper: TestShopper; reference: string; transactionId: number }> {
  const shopper = await shop.buyer();
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  const { transactions } = await shop.sandbox();
  return { shopper, reference, transactionId: transactions.find((one) => one.txRef === reference)?.id ?? 0 };
}

type AtBank = { success: boolean; refund?: { id: number }; chargeback?: { id: number } };
const atBank = async (kind: 'refund' | 'chargeback', body: object): Promise<AtBank> => {
  const answer = await callShopApi<AtBank>(shop.url, 'POST', `/sandbox/${kind}`, { body, key: null });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body;
};
const nightly = async () => {
  const [row] = await shop.db.query<{ day: string }>(
    `SELECT to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day`,
  );
  return reconcilePayments(deps, row?.day ?? '');
};
const balance = async (shopper: TestShopper) => (await shop.counts(shopper)).balanceNaira;
const accountNaira = (code: string) => readAccountNaira(shop.db, code);
/** Refunds the order to the wallet by an operator's command, as a failed group does. */
const payBack = async (reference: string): Promise<void> => {
  const [order] = await shop.db.query<{ trackingNumber: string }>(
    `SELECT o.tracking_no AS "trackingNumber" FROM orders o JOIN payments p ON p.id = o.payment_id
     WHERE p.reference = $1`,
    [reference],
  );
  const line = { trackingNumber: order?.trackingNumber ?? '', lineNo: 1 };
  await refundOrderLine(shop.db, line, null, { ...UNLIMITED_SYSTEM_ACTOR, approvedBy: null, reason: 'test' });
};
const openItems = () =>
  shop.db.query<{ kind: string; note: string }>(
    `SELECT kind, note FROM recon_items WHERE status = 'open' AND kind IN ('refund', 'chargeback') ORDER BY id`,
  );
const closeItems = () => shop.db.query(`UPDATE recon_items SET status = 'resolved', resolved_at = app_now()`);

test('a refund at the dashboard takes from the wallet what it had been given for the same money', async () => {
  const { shopper, reference, transactionId } = await paid();
  await payBack(reference);
  expect(await balance(shopper)).toBe(5_000);
  await atBank('refund', { transactionId });
  expect(await nightly()).toMatchObject({ items: 0 });
  expect(await nightly()).toMatchObject({ items: 0 });
  expect(await balance(shopper)).toBe(0);
  expect([await accountNaira('refunds:card'), alarms, await openItems()]).toEqual([0, [], []]);
  const wallet = await shopper.call<{ transactions: object[] }>('GET', '/api/wallet');
  expect(wallet.body.transactions[0]).toMatchObject({ reason: 'Paid back to your card', amount: 5_000 });
  await expectInvariants(shop.db);
});

test('one that came before the wallet was paid is taken when it is: either wallet or card, never both', async () => {
  const { shopper, reference, transactionId } = await paid();
  await atBank('refund', { transactionId, amount: 3_000 });
  expect(await nightly()).toMatchObject({ items: 1 });
  expect(alarms).toMatchObject([{ kind: 'refund', amountKobo: 300_000, lossKobo: 300_000 }]);
  expect(await openItems()).toEqual([{ kind: 'refund', note: '3000 of 3000 are not covered by the wallet' }]);
  expect(await accountNaira('refunds:card')).toBe(-3_000);
  await payBack(reference);
  await debitWalletsForOpenReversals(deps);
  await debitWalletsForOpenReversals(deps);
  expect([await balance(shopper), await accountNaira('refunds:card')]).toEqual([2_000, 0]);
  expect(await openItems()).toEqual([]);
  await expectInvariants(shop.db);
});

test('what a hold kept from it is taken when the hold ends, hours later', async () => {
  const { shopper, reference, transactionId } = await paid();
  await atBank('refund', { transactionId });
  await nightly();
  await payBack(reference);
  await shopper.add(await shop.product({ priceNaira: 5_000 }));
  expectStartedCardPayment(await shopper.pay({ method: 'wallet_and_flutterwave', walletNaira: 4_000 }));
  await debitWalletsForOpenReversals(deps);
  expect(await balance(shopper)).toBe(4_000);
  await shop.clock.advance(3 * 60 * 60_000);
  await debitWalletsForOpenReversals(deps);
  await shop.clock.advance(2 * 60 * 60_000);
  await createExpirePaymentsJob(deps).run({ isStopping: () => false });
  expect(await balance(shopper)).toBe(4_000);
  await debitWalletsForOpenReversals(deps);
  expect([await balance(shopper), await accountNaira('refunds:card')]).toEqual([0, 0]);
  await closeItems();
  await expectInvariants(shop.db);
});

test('the wallet never holds what a failing group pays for money that the card has got already', async () => {
  const { shopper, transactionId } = await paid();
  await atBank('chargeback', { transactionId, amount: 4_000 });
  await nightly();
  await shop.clock.advance(49 * 60 * 60_000);
  await runJobs(shop.db);
  expect(await balance(shopper)).toBe(1_000);
  await closeItems();
  await expectInvariants(shop.db);
});

test('money of the wallet that never came from that payment is left alone', async () => {
  const { shopper, transactionId } = await paid();
  const [user] = await shop.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    shopper.id,
  ]);
  const gift = ['--email', user?.email ?? '', '--amount', '900', '--reason', 'sorry'];
  await runOpsCommandInTest(shop, 'wallet', 'goodwill', ...gift);
  await atBank('refund', { transactionId });
  await nightly();
  await debitWalletsForOpenReversals(deps);
  expect(await balance(shopper)).toBe(900);
  await closeItems();
  await expectInvariants(shop.db);
});

test('a webhook about a refund or a chargeback is looked up, and booked once', async () => {
  const { shopper, reference, transactionId } = await paid();
  await shop.processWebhooks();
  await payBack(reference);
  const heard = () =>
    shop.db.query<{ result: string }>(
      `SELECT result FROM provider_events WHERE reference IS NULL AND dedupe_key LIKE 'body:%' ORDER BY id`,
    );
  const before = (await heard()).length;
  const postings = async () =>
    (await shop.db.query(`SELECT 1 FROM ledger_tx WHERE kind = 'reversal'`)).length;
  const posted = await postings();
  await atBank('chargeback', { transactionId });
  await expect.poll(async () => (await heard()).length).toBe(before + 1);
  await shop.processWebhooks();
  await nightly();
  expect((await heard()).at(-1)).toEqual({ result: 'reversals_read' });
  expect(await balance(shopper)).toBe(0);
  expect(await postings()).toBe(posted + 1);
  await closeItems();
  await expectInvariants(shop.db);
});

test('a chargeback for goods that were kept is the loss of the shop, with an alarm, until it is won', async () => {
  const { shopper, transactionId } = await paid();
  const [provider, lost] = [shop.deps.provider.accountCode, await accountNaira('chargebacks')];
  const owed = await accountNaira(provider);
  const { chargeback } = await atBank('chargeback', { transactionId });
  expect(await nightly()).toMatchObject({ items: 1 });
  expect(alarms).toMatchObject([{ kind: 'chargeback', lossKobo: 500_000 }]);
  expect((await accountNaira('chargebacks')) - lost).toBe(-5_000);
  expect((await accountNaira(provider)) - owed).toBe(5_000);
  await expectInvariants(shop.db);
  await atBank('chargeback', { id: chargeback?.id, status: 'declined' });
  expect(await nightly()).toMatchObject({ items: 0 });
  await atBank('chargeback', { id: chargeback?.id, status: 'won' });
  await nightly();
  expect([await accountNaira('chargebacks'), await accountNaira(provider)]).toEqual([lost, owed]);
  expect([await balance(shopper), await openItems()]).toEqual([0, []]);
  await expectInvariants(shop.db);
});

test('what a chargeback took from the wallet comes back with it when it is won', async () => {
  const { shopper, reference, transactionId } = await paid();
  await payBack(reference);
  const { chargeback } = await atBank('chargeback', { transactionId, amount: 4_000 });
  await nightly();
  expect(await balance(shopper)).toBe(1_000);
  expect(alarms).toMatchObject([{ kind: 'chargeback', lossKobo: 0 }]);
  await atBank('chargeback', { id: chargeback?.id, status: 'won' });
  await nightly();
  expect(await balance(shopper)).toBe(5_000);
  await expectInvariants(shop.db);
});

test('a pending refund moves nothing, and one that fails neither', async () => {
  const { shopper, reference, transactionId } = await paid();
  await payBack(reference);
  const { refund } = await atBank('refund', { transactionId, status: 'pending' });
  await nightly();
  expect(await balance(shopper)).toBe(5_000);
  await atBank('refund', { id: refund?.id, status: 'failed' });
  await nightly();
  expect([await balance(shopper), alarms]).toEqual([5_000, []]);
  await expectInvariants(shop.db);
});

test('a refund of parked money takes it out of suspense, before or after the operator says so', async () => {
  for (const saysFirst of [false, true]) {
    const { shopper, transactionId } = await parked();
    const [item] = await shop.db.query<{ id: number }>(
      `SELECT id FROM recon_items WHERE kind = 'review' AND status = 'open'`,
    );
    const say = () =>
      runOpsCommandInTest(shop, 'recon', 'resolve', String(item?.id), '--reason', 'r', '--way', 'returned');
    if (saysFirst) expect((await say()).exitCode).toBe(0);
    expect(await accountNaira('suspense')).toBe(saysFirst ? 0 : 5_000);
    const before = await accountNaira('refunds:card');
    await atBank('refund', { transactionId });
    expect(await nightly()).toMatchObject({ items: 0 });
    expect(await accountNaira('suspense')).toBe(0);
    expect((await accountNaira('refunds:card')) - before).toBe(saysFirst ? -5_000 : 0);
    expect((await say()).exitCode).toBe(1);
    expect(await balance(shopper)).toBe(0);
    await expectInvariants(shop.db);
  }
});

test('a chargeback of parked money is no loss, before or after an operator returned it, until it is won', async () => {
  for (const saysFirst of [false, true]) {
    const accounts = ['suspense', 'chargebacks', 'refunds:card'];
    const before = await Promise.all(accounts.map(accountNaira));
    const moved = async () =>
      (await Promise.all(accounts.map(accountNaira))).map((naira, place) => naira - (before[place] ?? 0));
    const { transactionId } = await parked();
    if (saysFirst) {
      const [item] = await shop.db.query<{ id: number }>(
        `SELECT id FROM recon_items WHERE kind = 'review' AND status = 'open'`,
      );
      const words = ['recon', 'resolve', String(item?.id), '--reason', 'r', '--way', 'returned'];
      expect((await runOpsCommandInTest(shop, ...words)).exitCode).toBe(0);
    }
    const { chargeback } = await atBank('chargeback', { transactionId });
    await nightly();
    expect(await moved()).toEqual([0, 0, 0]);
    await expectInvariants(shop.db);
    await closeItems();
    await atBank('chargeback', { id: chargeback?.id, status: 'won' });
    await nightly();
    // The disputed money came back to the shop, and still has to be refunded to the payer's card.
    expect(await moved()).toEqual([0, 0, 5_000]);
    expect(await openItems()).toEqual([
      { kind: 'chargeback', note: 'the money came back: refund it to the card' },
    ]);
    await expectInvariants(shop.db);
    await closeItems();
  }
});

/** Makes a payment of a shopper whose account is deleted before it arrives, so that nobody may spend it yet. */
async function parked() {
  const shopper = await shop.buyer();
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await shop.db.query('UPDATE users SET deleted_at = app_now() WHERE id = $1', [shopper.id]);
  await payAtSandboxCardPage(link);
  const { transactions } = await shop.sandbox();
  return { shopper, transactionId: transactions.find((one) => one.txRef === reference)?.id ?? 0 };
}
