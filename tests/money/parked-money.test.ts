import { beforeEach, expect, test } from 'vitest';
import { checkInvariants } from '../../server/features/invariants/invariants.ts';
import { getPaymentStatusAndMessage } from '../../server/features/payments/payment-presentation.ts';
import { findPayment } from '../../server/features/payments/payments-repository.ts';
import {
  fetchAndRecordReversals,
  recordReversalInLedger,
} from '../../server/features/payments/reversals/reversals.ts';
import {
  recordUnallocatedMoneyRefund,
  recordUnknownTransactionInSuspense,
} from '../../server/features/payments/unallocated/unallocated-money.ts';
import { createOverdueReconciliationItemsJob } from '../../server/jobs/payments/recon-overdue-job.ts';
import { UNLIMITED_SYSTEM_ACTOR } from '../../server/ledger/amount-approval.ts';
import { startTestApi } from '../support/api.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runWithTemporaryOperators } from '../support/operators.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectInvariants } from './support/expect-invariants.ts';
import { GROUP_PRICE_KOBO, paidTransaction, withMoney } from './support/with-money.ts';

const DAY_MS = 24 * 60 * 60_000;

const shop = openFixtureForFile(startTestApi, withMoney);

// Money that an earlier test left parked is refunded, so that each test counts only its own.
beforeEach(async () => {
  const known = await shop.db.query<{ id: string }>('SELECT tx_id AS id FROM provider_transactions');
  for (const { id } of known)
    await shop.db.transaction((tx) => recordUnallocatedMoneyRefund(tx, id, UNLIMITED_SYSTEM_ACTOR));
});

/** Parks money that came for a deleted account. `isBack`: the account was reactivated since. */
async function parked({ isBack = false, currency = 'NGN', amountKobo = GROUP_PRICE_KOBO } = {}) {
  const { userId, payment } = await shop.newAttempt();
  await shop.db.query('UPDATE users SET deleted_at = app_now() WHERE id = $1', [userId]);
  const transaction = paidTransaction(payment, { currency, amountKobo });
  expect(await shop.settle(payment.reference, transaction)).toEqual({ result: 'review' });
  if (isBack) await shop.db.query('UPDATE users SET deleted_at = NULL WHERE id = $1', [userId]);
  const items = await shop.db.query<{ id: number }>('SELECT id FROM recon_items WHERE reference = $1', [
    String(transaction.id),
  ]);
  return { userId, payment, itemId: String(items[0]?.id) };
}

async function runJob(): Promise<number[]> {
  const alarms: number[] = [];
  await createOverdueReconciliationItemsJob(shop.db, (items) => alarms.push(items)).run({
    isStopping: () => false,
  });
  return alarms;
}

async function sumOf(code: string): Promise<number> {
  const rows = await shop.db.query<{ kobo: number }>(
    `SELECT coalesce(sum(e.amount_kobo), 0)::bigint AS kobo FROM ledger_entries e
     JOIN ledger_accounts a ON a.id = e.account_id WHERE a.code = $1`,
    [code],
  );
  return rows[0]?.kobo ?? 0;
}

async function suspenseKobo(): Promise<number> {
  const rows = await shop.db.query<{ kobo: number }>(
    `SELECT coalesce(sum(e.amount_kobo), 0)::bigint AS kobo FROM ledger_entries e
     JOIN ledger_accounts a ON a.id = e.account_id WHERE a.code LIKE 'suspense%'`,
  );
  return rows[0]?.kobo ?? 0;
}

test('naira of a known payer go to the wallet by themselves once their day has passed', async () => {
  const before = await suspenseKobo();
  const { userId, payment } = await parked({ isBack: true });
  expect(await runJob()).toEqual([]);
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 0 });
  await shop.advance(DAY_MS);
  expect(await runJob()).toEqual([]);
  expect(await runJob()).toEqual([]);
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
  expect(await suspenseKobo()).toBe(before);
  const rows = await shop.db.query('SELECT status, outcome FROM payments WHERE id = $1', [payment.id]);
  expect(rows).toEqual([{ status: 'succeeded', outcome: 'wallet_credited' }]);
  await expectInvariants(shop.db);
});

test('what still waits past its day is told', async () => {
  await parked();
  await parked({ isBack: true, currency: 'USD' });
  expect(await runJob()).toEqual([]);
  await shop.advance(DAY_MS);
  expect(await runJob()).toEqual([2]);
  await expectInvariants(shop.db);
});

test('an operator releases it to the shopper that they name, once', async () => {
  const { itemId } = await parked();
  const userId = await shop.shopper();
  const [user] = await shop.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  const words = ['recon', 'resolve', itemId, '--reason', 'called him', '--way', 'release'];
  expect((await runOpsCommandInTest(shop, ...words)).message).toBe(
    'We do not know who paid: name the shopper with --email.',
  );
  const named = [...words, '--email', user?.email ?? ''];
  expect((await runOpsCommandInTest(shop, ...named)).data).toMatchObject({
    status: 'resolved',
    released: 1_000,
  });
  expect((await runOpsCommandInTest(shop, ...named)).message).toBe('This item has no unallocated money.');
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
  const { data } = await runOpsCommandInTest<{ after: object }[]>(
    shop,
    'audit',
    '--target',
    `recon:${itemId}`,
  );
  expect(data[0]?.after).toMatchObject({ released: 1_000, to: userId });
  await expectInvariants(shop.db);
});

test("a known payer's money goes to nobody else", async () => {
  const { itemId, userId } = await parked({ isBack: true });
  const stranger = await shop.shopper();
  const emailOf = async (id: string) =>
    (await shop.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]))[0]?.email ?? '';
  const release = async (id: string) =>
    runOpsCommandInTest(
      shop,
      'recon',
      'resolve',
      itemId,
      '--reason',
      'r',
      '--way',
      'release',
      '--email',
      await emailOf(id),
    );
  expect((await release(stranger)).message).toBe(
    'Another shopper paid it: release it without --email, or use --way returned if it went back to the card.',
  );
  expect(await shop.wallet(stranger)).toMatchObject({ balanceKobo: 0 });
  expect((await release(userId)).exitCode).toBe(0);
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
});

test('an item is not closed while its money is parked', async () => {
  const { itemId, userId } = await parked({ isBack: true });
  const resolve = (...more: string[]) =>
    runOpsCommandInTest(shop, 'recon', 'resolve', itemId, '--reason', 'r', ...more);
  expect(await resolve()).toMatchObject({
    exitCode: 1,
    message:
      '1000 NGN are unallocated under this item: give them to a wallet with --way release, or use --way returned if they were refunded at the provider.',
  });
  expect((await resolve('--way', 'both')).message).toBe('--way is one of release, returned.');
  const items = await shop.db.query('SELECT status FROM recon_items WHERE id = $1', [itemId]);
  expect(items).toEqual([{ status: 'open' }]);
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 0 });
  await expectInvariants(shop.db);
});

test.each(['NGN', 'USD'])(
  '%s that were given back at the provider leave the books, once',
  async (currency) => {
    const before = await suspenseKobo();
    const { itemId, userId } = await parked({ isBack: true, currency });
    const resolve = () =>
      runOpsCommandInTest(shop, 'recon', 'resolve', itemId, '--reason', 'paid back', '--way', 'returned');
    expect((await resolve()).data).toMatchObject({ status: 'resolved', released: 0, returned: 1_000 });
    expect(await suspenseKobo()).toBe(before);
    expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 0 });
    expect((await resolve()).message).toBe('This item has no unallocated money.');
    await shop.advance(DAY_MS);
    expect(await runJob()).toEqual([]);
    expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 0 });
    const { data } = await runOpsCommandInTest<{ after: object }[]>(
      shop,
      'audit',
      '--target',
      `recon:${itemId}`,
    );
    expect(data[0]?.after).toMatchObject({ returned: 1_000, currency });
    await expectInvariants(shop.db);
  },
);

test.each(['by the operator', 'at the dashboard'])('who paid hears that it goes back, %s', async (how) => {
  const { itemId, payment } = await parked({ isBack: true, currency: 'USD' });
  const verdict = async () => {
    const found = await findPayment(shop.db, payment.reference);
    return found && getPaymentStatusAndMessage(found);
  };
  const told = () =>
    shop.db.query(
      `SELECT payload ->> 'reason' AS reason FROM outbox
       WHERE payload ->> 'fact' = 'payment_failed' AND payload ->> 'reference' = $1`,
      [payment.reference],
    );
  // An earlier try may have been declined, and its notification may have been written already.
  await shop.db.query(
    `INSERT INTO outbox (topic, dedupe_key, payload) VALUES ('notice', 'pay:' || $1::text || ':failed', '{}')`,
    [payment.reference],
  );
  const checking = 'We received your payment and are checking it. We will update you within 24 hours.';
  expect(await verdict()).toEqual({ status: 'failed', message: checking });
  if (how === 'by the operator') {
    await runOpsCommandInTest(shop, 'recon', 'resolve', itemId, '--reason', 'paid back', '--way', 'returned');
  } else {
    const [item] = await shop.db.query<{ id: string }>(
      'SELECT reference AS id FROM recon_items WHERE id = $1',
      [itemId],
    );
    await recordReversalInLedger(
      { db: shop.db, provider: shop.deps.provider, groupWindowHours: 48 },
      {
        kind: 'refund',
        id: `back of ${item?.id}`,
        transactionId: item?.id ?? '',
        amountKobo: GROUP_PRICE_KOBO,
        status: 'taken',
      },
    );
  }
  const returned = 'We could not complete this order. Your money is going back to your card.';
  expect(await verdict()).toEqual({ status: 'failed', message: returned });
  expect(await told()).toEqual([{ reason: returned }]);
  await shop.db.query(`DELETE FROM outbox WHERE payload = '{}'`);
  await expectInvariants(shop.db);
});

test('an amount with kobo is released as whole naira, rounded up for the shopper', async () => {
  const before = await suspenseKobo();
  const { itemId, userId } = await parked({ isBack: true, amountKobo: 70_050 });
  expect(
    await runOpsCommandInTest(shop, 'recon', 'resolve', itemId, '--reason', 'r', '--way', 'release'),
  ).toMatchObject({
    exitCode: 0,
    data: { released: 701 },
  });
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 70_100 });
  expect(await suspenseKobo()).toBe(before);
  await expectInvariants(shop.db);
});

test('money that an item of before left in suspense is named by the invariants, and can still be released', async () => {
  const { itemId, userId } = await parked({ isBack: true });
  await shop.db.query(`UPDATE recon_items SET status = 'resolved' WHERE id = $1`, [itemId]);
  const broken = (await checkInvariants(shop.db)).filter((invariant) => invariant.breaches.length > 0);
  expect(broken.map((invariant) => invariant.name)).toEqual(['I29']);
  expect(broken[0]?.breaches.join()).toContain(`item ${itemId} is resolved`);
  expect((await runOpsCommandInTest(shop, 'recon', 'resolve', itemId, '--reason', 'r')).exitCode).toBe(1);
  expect(
    (await runOpsCommandInTest(shop, 'recon', 'resolve', itemId, '--reason', 'r', '--way', 'release'))
      .exitCode,
  ).toBe(0);
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
  await expectInvariants(shop.db);
});

test('one that cannot be released holds up nobody else', async () => {
  const [stuck, other] = [await parked({ isBack: true }), await parked({ isBack: true })];
  await shop.advance(DAY_MS);
  await shop.db.query(
    `CREATE FUNCTION refuse_release() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'no release'; END $$`,
  );
  await shop.db.query(
    `CREATE TRIGGER refuse_release BEFORE UPDATE ON wallets FOR EACH ROW WHEN (NEW.user_id = '${stuck.userId}')
     EXECUTE FUNCTION refuse_release()`,
  );
  const alarms: number[] = [];
  const job = createOverdueReconciliationItemsJob(shop.db, (items) => alarms.push(items));
  await expect(job.run({ isStopping: () => false })).rejects.toThrow('some parked money');
  expect(alarms).toEqual([1]);
  expect(await shop.wallet(other.userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
  await shop.db.query('DROP TRIGGER refuse_release ON wallets');
  expect(await runJob()).toEqual([]);
  expect(await shop.wallet(stuck.userId)).toMatchObject({ balanceKobo: GROUP_PRICE_KOBO });
});

test('another currency is no naira', async () => {
  const naira = () => sumOf('suspense');
  const before = await naira();
  const { itemId } = await parked({ isBack: true, currency: 'USD' });
  const { message } = await runOpsCommandInTest(
    shop,
    'recon',
    'resolve',
    itemId,
    '--reason',
    'r',
    '--way',
    'release',
  );
  expect(message).toBe('It was paid in USD: a wallet holds only naira. Refund it at the provider.');
  expect(await naira()).toBe(before);
  expect([await sumOf('suspense:USD'), await sumOf(`${shop.deps.provider.accountCode}:USD`)]).toEqual([
    GROUP_PRICE_KOBO,
    expect.any(Number),
  ]);
  await expectInvariants(shop.db);
});

test('dollars that the provider refunds leave the accounts of dollars, and no account of naira moves', async () => {
  const { provider } = shop.deps;
  const { itemId } = await parked({ isBack: true, currency: 'USD' });
  const [item] = await shop.db.query<{ id: string }>(
    'SELECT reference AS id FROM recon_items WHERE id = $1',
    [itemId],
  );
  const told = {
    id: 'usd',
    transactionId: item?.id ?? '',
    amountKobo: GROUP_PRICE_KOBO,
    status: 'taken',
  } as const;
  const listReversals: typeof provider.listReversals = async (kind) => ({
    ok: true,
    rows: kind === 'refund' ? [{ kind, ...told }] : [],
    unreadable: [],
    page: 1,
    totalPages: 1,
  });
  const naira = () => Promise.all([provider.accountCode, 'suspense', 'refunds:card'].map(sumOf));
  const [before, dollars] = [await naira(), await sumOf(`${provider.accountCode}:USD`)];
  const deps = { db: shop.db, provider: { ...provider, listReversals }, groupWindowHours: 48 };
  expect((await fetchAndRecordReversals(deps, '2020-01-01', '2020-01-02')).troubles).toEqual([]);
  expect((await sumOf(`${provider.accountCode}:USD`)) - dollars).toBe(GROUP_PRICE_KOBO);
  expect(await naira()).toEqual(before);
  expect(await sumOf('suspense:USD')).toBe(0);
  await expectInvariants(shop.db);
});

test('a large sum needs a second operator', async () => {
  const { itemId, userId } = await parked({ isBack: true, amountKobo: 5_000_100 });
  await runWithTemporaryOperators(shop, { femi: 'finance' }, async (run) => {
    const release = (...words: string[]) =>
      run('recon', 'resolve', itemId, '--reason', 'r', '--way', 'release', '--as', 'femi', ...words);
    expect((await release()).exitCode).toBe(1);
    expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 0 });
    expect(await release('--approved-by', 'olu')).toMatchObject({
      exitCode: 0,
      stdout: `Item ${itemId} is resolved. ₦50,001 are in the wallet.\n`,
    });
  });
  expect(await shop.wallet(userId)).toMatchObject({ balanceKobo: 5_000_100 });
});

test('a sum of another currency needs one always: nobody here knows what it is worth', async () => {
  const { itemId } = await parked({ isBack: true, currency: 'USD' });
  await runWithTemporaryOperators(shop, { femi: 'finance' }, async (run) => {
    const giveBack = (...words: string[]) =>
      run('recon', 'resolve', itemId, '--reason', 'r', '--way', 'returned', '--as', 'femi', ...words);
    expect((await giveBack()).stderr.trimEnd()).toBe(
      'Above ₦50,000 another operator must approve: --as NAME --approved-by OTHER.',
    );
    expect(await giveBack('--approved-by', 'olu')).toMatchObject({ exitCode: 0 });
  });
  await expectInvariants(shop.db);
});

test('a reference that is none of ours is shown to the operator, and its later success is parked as it is then', async () => {
  const known = {
    id: '4711',
    reference: 'gb-of-nobody',
    currency: 'NGN',
    account: shop.deps.provider.accountCode,
  };
  const hear = (status: 'pending' | 'successful', amountKobo: number) =>
    recordUnknownTransactionInSuspense(shop.db, { ...known, status, amountKobo });
  const items = () =>
    shop.db.query(`SELECT kind, status FROM recon_items WHERE reference = '4711' ORDER BY id`);
  expect([await hear('pending', 100), await hear('pending', 100)]).toEqual([false, false]);
  expect(await items()).toEqual([{ kind: 'unknown_reference', status: 'open' }]);
  const before = await suspenseKobo();
  expect([await hear('successful', 70_000), await hear('successful', 70_000)]).toEqual([true, false]);
  expect((await suspenseKobo()) - before).toBe(70_000);
  expect(await items()).toEqual([
    { kind: 'unknown_reference', status: 'resolved' },
    { kind: 'review', status: 'open' },
  ]);
  await expectInvariants(shop.db);
});
