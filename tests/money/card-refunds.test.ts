import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { SandboxReversal } from '../../sandbox/provider/sandbox-records.ts';
import {
  requestCardRefund,
  retryOpenCardRefunds,
} from '../../server/features/payments/card-refunds/card-refunds.ts';
import { fetchAndRecordReversals } from '../../server/features/payments/reversals/reversals.ts';
import type { PaymentVerificationDeps } from '../../server/features/payments/settle/verify-service.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../server/ledger/amount-approval.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runWithTemporaryOperators } from '../support/operators.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { callShopApi, type TestShopper } from '../support/shopper.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { runJobs } from './support/run-jobs.ts';

/**
 * An operator pays a payment back to its card: the shopper gets the money in the wallet or on the card, never both, and
 * once.
 * @source money.md
 */

const HOUR_MS = 60 * 60_000;

const shop = openFixtureForFile(openPaymentTestShop);
let deps: PaymentVerificationDeps;

beforeAll(() => {
  const { db, config, deps: all } = shop;
  deps = { db, provider: all.provider, groupWindowHours: config.groupWindowHours };
});
beforeEach(() => shop.scenario({}));

type Row = { reference: string; amount: number; status: string };
const refund = (...words: string[]) =>
  runOpsCommandInTest<Row[]>(shop, 'refund', ...words, '--reason', 'asked for it');
const balance = async (shopper: TestShopper) => (await shop.counts(shopper)).balanceNaira;
/** The refunds that the bank has sent to cards for this payment. */
async function atBank(reference: string): Promise<SandboxReversal[]> {
  const { body } = await callShopApi<{
    transactions: { id: number; txRef: string }[];
    reversals: SandboxReversal[];
  }>(shop.url, 'GET', '/sandbox/transactions');
  const ids = body.transactions.filter((one) => one.txRef === reference).map(({ id }) => id);
  return body.reversals.filter((one) => ids.includes(one.transactionId));
}
const sentNaira = async (reference: string) =>
  (await atBank(reference))
    .filter(({ status }) => status === 'completed')
    .reduce((sum, one) => sum + one.amount, 0);

/** Makes a shopper with one order of ₦5,000, of which the wallet paid a part and the card the rest. */
async function paid({ walletNaira = 0 } = {}): Promise<{ shopper: TestShopper; reference: string }> {
  const shopper = await shop.buyer({ walletNaira });
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay(
      walletNaira > 0 ? { method: 'wallet_and_flutterwave', walletNaira } : { method: 'flutterwave_only' },
    ),
  );
  await payAtSandboxCardPage(link);
  return { shopper, reference };
}

/** Makes such an order and refunds it to the wallet, as when its group fails. */
async function paidBack(wish: { walletNaira?: number } = {}) {
  const bought = await paid(wish);
  const [order] = await shop.db.query<{ trackingNumber: string }>(
    `SELECT o.tracking_no AS "trackingNumber" FROM orders o JOIN payments p ON p.id = o.payment_id
     WHERE p.reference = $1`,
    [bought.reference],
  );
  await runOpsCommandInTest(
    shop,
    'item',
    'refund',
    order?.trackingNumber ?? '',
    '--line',
    '1',
    '--reason',
    'r',
  );
  return bought;
}
const later = async (ms: number) => {
  await shop.clock.advance(ms);
  await retryOpenCardRefunds(deps);
};

test('a line goes back to the card without a stop in the wallet, however often it is asked for', async () => {
  const { shopper, reference } = await paid();
  const first = await refund('card', reference, '--line', '1');
  expect(first).toMatchObject({ exitCode: 0, data: [{ reference, amount: 5_000, status: 'done' }] });
  expect(await refund('card', reference, '--line', '1')).toEqual(first);
  expect([await balance(shopper), await sentNaira(reference)]).toEqual([0, 5_000]);
  expect(await atBank(reference)).toHaveLength(1);
  expect((await refund('card', reference, '--line', '1', '--key', 'again')).exitCode).toBe(1);
  await fetchAndRecordReversals(deps, '2020-01-01', '2099-01-01');
  await expectInvariants(shop.db);
});

test('what the wallet got of a payment goes to its card, in parts, and no more than that', async () => {
  const { shopper, reference } = await paidBack();
  expect((await refund('card', reference, '--amount', '2000')).data).toMatchObject([{ status: 'done' }]);
  expect(await balance(shopper)).toBe(3_000);
  expect((await refund('card', reference, '--amount', '4000')).message).toBe(
    '₦3,000 can go back to the card: the part of this payment that is still in the wallet.',
  );
  expect((await refund('card', reference)).data).toMatchObject([{ amount: 3_000, status: 'done' }]);
  expect([await balance(shopper), await sentNaira(reference)]).toEqual([0, 5_000]);
  const wallet = await shopper.call<{ transactions: object[] }>('GET', '/api/wallet');
  expect(wallet.body.transactions[0]).toMatchObject({ reason: 'Refund to your card', amount: 3_000 });
  await expectInvariants(shop.db);
});

test('the part that the wallet had paid stays there', async () => {
  const { shopper, reference } = await paidBack({ walletNaira: 1_500 });
  expect((await refund('card', reference)).data).toMatchObject([{ amount: 3_500, status: 'done' }]);
  expect([await balance(shopper), await sentNaira(reference)]).toEqual([1_500, 3_500]);
  await expectInvariants(shop.db);
});

test('money that did not come by this card never leaves by it', async () => {
  const { shopper, reference } = await paid();
  const [user] = await shop.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    shopper.id,
  ]);
  await runOpsCommandInTest(
    shop,
    'wallet',
    'goodwill',
    '--email',
    user?.email ?? '',
    '--amount',
    '900',
    '--reason',
    'r',
  );
  expect((await refund('card', reference)).exitCode).toBe(1);
  const rich = await shop.buyer({ walletNaira: 5_000 });
  const { body } = await rich.pay({ method: 'wallet_only', walletNaira: 5_000 });
  expect((await refund('card', body.reference)).message).toBe('This payment was not paid by card.');
  expect(await sentNaira(reference)).toBe(0);
});

test('members of a failed group get it to their cards, unless they have spent it', async () => {
  const productId = await shop.product();
  const buyers: { shopper: TestShopper; reference: string }[] = [];
  for (let index = 0; index < 3; index += 1) {
    const shopper = await shop.shopper();
    await shopper.add(productId);
    const { authorization_url: link, reference } = expectStartedCardPayment(
      await shopper.pay({ method: 'flutterwave_only' }),
    );
    await payAtSandboxCardPage(link);
    buyers.push({ shopper, reference });
  }
  await shop.clock.advance(49 * HOUR_MS);
  await runJobs(shop.db);
  const spender = buyers[2]?.shopper as TestShopper;
  await spender.add(await shop.product());
  expect((await spender.pay({ method: 'wallet_only', walletNaira: 5_000 })).status).toBe(200);
  const [group] = await shop.db.query<{ id: string }>('SELECT id FROM groups WHERE product_id = $1', [
    productId,
  ]);
  const answer = await refund('group', group?.id ?? '');
  const stateOf = (reference: string | undefined) =>
    answer.data.find((one) => one.reference === reference)?.status;
  expect(buyers.map(({ reference }) => stateOf(reference))).toEqual(['done', 'done', 'spent']);
  await refund('group', group?.id ?? '');
  const sent = await Promise.all(buyers.map(({ reference }) => sentNaira(reference)));
  expect(sent).toEqual([5_000, 5_000, 0]);
  for (const { shopper } of buyers) expect(await balance(shopper)).toBe(0);
  await expectInvariants(shop.db);
});

test('what the provider refuses is in the wallet again', async () => {
  const { shopper, reference } = await paidBack();
  const { transactions } = await shop.sandbox();
  const body = { transactionId: transactions.find((one) => one.txRef === reference)?.id };
  await callShopApi(shop.url, 'POST', '/sandbox/refund', { body, key: null });
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'failed' }]);
  expect(await balance(shopper)).toBe(5_000);
  await expectInvariants(shop.db);
  // The bank had already refunded the card, so the next comparison with its lists takes the money from the wallet.
  await fetchAndRecordReversals(deps, '2020-01-01', '2099-01-01');
  expect([await balance(shopper), await sentNaira(reference)]).toEqual([0, 5_000]);
  await expectInvariants(shop.db);
});

test('an answer that was lost is looked up, never asked for again', async () => {
  const { shopper, reference } = await paidBack();
  await shop.scenario({ api: { fail: 'timeout', times: 1 } });
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'sent' }]);
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'sent' }]);
  await shop.scenario({});
  await later(11 * 60_000);
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'done' }]);
  expect(await atBank(reference)).toHaveLength(1);
  expect(await balance(shopper)).toBe(0);
  await expectInvariants(shop.db);
});

test('one that never arrived there is in the wallet again a day later', async () => {
  const { shopper, reference } = await paidBack();
  await shop.scenario({ api: { fail: '503', times: 1 } });
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'sent' }]);
  await later(23 * HOUR_MS);
  expect(await balance(shopper)).toBe(0);
  await later(2 * HOUR_MS);
  expect(await balance(shopper)).toBe(5_000);
  await expectInvariants(shop.db);
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'done' }]);
  expect([await balance(shopper), await sentNaira(reference)]).toEqual([0, 5_000]);
});

test.each(['completed', 'failed'])('a pending one is %s in the end', async (end) => {
  const { shopper, reference } = await paidBack();
  await shop.scenario({ refund: 'pending' });
  expect((await refund('card', reference)).data).toMatchObject([{ status: 'sent' }]);
  await later(30 * HOUR_MS);
  expect(await balance(shopper)).toBe(0);
  const [pending] = await atBank(reference);
  await callShopApi(shop.url, 'POST', '/sandbox/refund', {
    body: { id: pending?.id, status: end },
    key: null,
  });
  await later(11 * 60_000);
  expect(await balance(shopper)).toBe(end === 'failed' ? 5_000 : 0);
  expect(await sentNaira(reference)).toBe(end === 'failed' ? 0 : 5_000);
  await expectInvariants(shop.db);
});

test('who dies before the provider is called leaves it to the shop', async () => {
  const { shopper, reference } = await paidBack();
  const wish = {
    ...UNLIMITED_SYSTEM_ACTOR,
    reference,
    amountKobo: null,
    key: 'dies',
    approvedBy: null,
    reason: 'r',
  };
  await shop.db.transaction((tx) => requestCardRefund(tx, wish));
  await expectInvariants(shop.db);
  await later(61_000);
  expect([await balance(shopper), await sentNaira(reference)]).toEqual([0, 5_000]);
  await expectInvariants(shop.db);
});

test('two operators at once are one refund', async () => {
  const { shopper, reference } = await paid();
  const ask = () => refund('card', reference, '--line', '1');
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ data }) => data[0]?.amount)).toEqual([5_000, 5_000, 5_000]);
  expect([await atBank(reference), await balance(shopper)]).toMatchObject([[{ amount: 5_000 }], 0]);
  await expectInvariants(shop.db);
});

test('it is for finance, and a large one for two', async () => {
  const shopper = await shop.buyer({ priceNaira: 60_000 });
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  await runWithTemporaryOperators(shop, { femi: 'finance', bisi: 'finance', ola: 'ops' }, async (proven) => {
    const run = (...words: string[]) =>
      proven('refund', 'card', reference, '--line', '1', '--reason', 'r', ...words);
    expect((await run('--as', 'ola')).stderr).toContain('does not allow');
    expect((await run('--as', 'femi')).stderr).toContain('another operator must approve');
    expect(await sentNaira(reference)).toBe(0);
    expect((await run('--as', 'femi', '--approved-by', 'bisi')).stdout).toContain('₦60,000 to cards.');
  });
  expect(await sentNaira(reference)).toBe(60_000);
});
