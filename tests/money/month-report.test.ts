import { beforeAll, expect, test } from 'vitest';
import { fetchAndRecordSettlements } from '../../server/features/payments/reconciliation/settlements.ts';
import { fetchAndRecordReversals } from '../../server/features/payments/reversals/reversals.ts';
import { findLastDayWithStoredLedgerTotals, storeLedgerDayTotals } from '../../server/ledger/ledger-days.ts';
import { parseCsv } from '../../server/lib/csv.ts';
import { runOpsCommand } from '../../server/ops/run-command.ts';
import { payAtSandboxCardPage } from '../support/card-page.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { runOpsCommandInTest } from '../support/ops.ts';
import { expectStartedCardPayment, openPaymentTestShop } from '../support/payment-shop.ts';
import { backdateLastClockMove } from '../support/settable-clock.ts';
import { callShopApi } from '../support/shopper.ts';
import { runJobs } from './support/run-jobs.ts';

/** The page of a month balances, and agrees with the other reports. @source operator.md */

const shop = openFixtureForFile(openPaymentTestShop);
const HOUR_MS = 60 * 60_000;
let month: string;

beforeAll(async () => {
  // The tests begin on the 10th of a month in Lagos, so that the days that follow are in the same month.
  const [row] = await shop.db.query<{ ms: number; month: string }>(
    `SELECT extract(epoch FROM starts - app_now())::float8 * 1000 AS ms,
       to_char(starts AT TIME ZONE 'Africa/Lagos', 'YYYY-MM') AS month
     FROM (SELECT (date_trunc('month', app_now() AT TIME ZONE 'Africa/Lagos') + interval '1 month 9 days 12 hours')
       AT TIME ZONE 'Africa/Lagos' AS starts) x`,
  );
  month = row?.month ?? '';
  await shop.clock.advance(Math.round(row?.ms ?? 0));
});

interface Report {
  figures: { what: string; naira: number }[];
  accounts: { account: string; opening: number; credited: number; debited: number; closing: number }[];
}
const report = async (of: string) => {
  const { exitCode, data } = await runOpsCommandInTest<Report>(shop, 'report', '--month', of);
  const figures = Object.fromEntries(data.figures.map(({ what, naira }) => [what, naira]));
  const accounts = Object.fromEntries(data.accounts.map(({ account, ...line }) => [account, line]));
  return { exitCode, figures, accounts };
};
const nextMonth = (of: string): string => {
  const [year, number] = of.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
};

async function pay(productId: string) {
  const shopper = await shop.shopper();
  await shopper.add(productId);
  const { authorization_url: link, reference } = expectStartedCardPayment(
    await shopper.pay({ method: 'flutterwave_only' }),
  );
  await payAtSandboxCardPage(link);
  const { transactions } = await shop.sandbox();
  return { shopper, transactionId: transactions.find((one) => one.txRef === reference)?.id ?? 0 };
}

const tableOf = (csv: string) => {
  const [head = [], ...rows] = parseCsv(csv).map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
};
const totalOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column] || 0) * 100), 0) / 100;

/**
 * Expects the orders' export, the postings, the daily sheets and Today to show the same figures as the month's page, to
 * the kobo.
 */
async function expectSameFigures(
  figures: Record<string, number>,
  accounts: Record<string, { credited: number; debited: number }>,
): Promise<void> {
  const said = async (...words: string[]) => (await runOpsCommand(words, async () => shop.deps)).stdout;
  const orders = tableOf(await said('order', 'export', '--from', `${month}-01`, '--to', `${month}-28`));
  expect([totalOf(orders, 'paid in'), totalOf(orders, 'paid back')]).toEqual([
    figures['paid in'],
    figures['paid back to wallets'],
  ]);
  const postings = tableOf(await said('report', 'postings', '--month', month));
  const code = (account: string) =>
    account.startsWith('wallet:') ? 'wallets' : account.startsWith('escrow:') ? 'escrow' : account;
  for (const [account, { credited, debited }] of Object.entries(accounts)) {
    const own = postings.filter((row) => account === 'total' || code(row.account ?? '') === account);
    expect([account, totalOf(own, 'in'), totalOf(own, 'out')]).toEqual([account, credited, debited]);
  }
  const { days } = (
    await runOpsCommandInTest<{ days: { day: string; paidInNaira: number; paidBackNaira: number }[] }>(
      shop,
      'today',
    )
  ).data;
  const sums = { paidIn: 0, paidBack: 0 };
  for (const { day, paidInNaira, paidBackNaira } of days) {
    const { data } = await runOpsCommandInTest<{ total: object; centres: object[] }>(
      shop,
      'report',
      'day',
      '--day',
      day,
    );
    expect(data.total).toMatchObject({
      paidInNaira,
      paidBackNaira,
      byCardNaira: paidInNaira,
      fromWalletsNaira: 0,
    });
    sums.paidIn += paidInNaira;
    sums.paidBack += paidBackNaira;
  }
  expect([sums.paidIn, sums.paidBack]).toEqual([figures['paid in'], figures['paid back to wallets']]);
}

test('a month is one balanced page, and opens as the one before it closed', async () => {
  const rice = await shop.product({ minUnits: 1 });
  const sold = await pay(rice);
  const costs = (kobo: number) =>
    shop.db.query('INSERT INTO product_supplies (product_id, cost_kobo, base_units) VALUES ($1, $2, 1)', [
      rice,
      kobo,
    ]);
  await costs(300_000);
  const failing = await pay(await shop.product({ priceNaira: 3_000 }));
  await runJobs(shop.db);
  await shop.clock.advance(49 * HOUR_MS);
  await runJobs(shop.db);
  // This cost was entered after the sale, so it counts for later sales only.
  await costs(400_000);
  const forming = await pay(await shop.product({ priceNaira: 2_000 }));
  const [user] = await shop.db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    forming.shopper.id,
  ]);
  await runOpsCommandInTest(
    shop,
    'wallet',
    'goodwill',
    '--email',
    user?.email ?? '',
    '--amount',
    '250',
    '--reason',
    'sorry',
  );
  const atBank = (what: string, body: object) =>
    callShopApi(shop.url, 'POST', `/sandbox/${what}`, { body, key: null });
  await atBank('refund', { transactionId: failing.transactionId, amount: 1_000 });
  await atBank('chargeback', { transactionId: sold.transactionId, amount: 500 });
  await atBank('settlement', {});
  const deps = { db: shop.db, provider: shop.deps.provider, groupWindowHours: 48 };
  await fetchAndRecordReversals(deps, '2020-01-01', '2099-01-01');
  await fetchAndRecordSettlements(deps, '2020-01-01', '2099-01-01');

  const { exitCode, figures, accounts } = await report(month);
  expect(exitCode).toBe(0);
  expect(figures).toEqual({
    'paid in': 10_000,
    'paid in by card': 10_000,
    'paid in from wallets': 0,
    'paid back to wallets': 3_000,
    earned: 5_000,
    "the provider's part": 140,
    'given away': 250,
    'lost to cards and banks': 500,
    net: 4_110,
    'received without an order': 0,
    'sent on to cards': 1_000,
    'paid out to the bank': 8_360,
    'owed to shoppers at the end': 2_250,
    'held by groups at the end': 2_000,
    'owed by the provider at the end': 0,
    'waiting for a decision at the end': 0,
    'earned on goods with a known cost': 5_000,
    'cost of these goods': 3_000,
    'margin on these goods': 2_000,
    'earned on goods without a known cost': 0,
  });
  // What the shop has is what it earned and what it owes.
  expect(8_360).toBe(4_110 + 2_250 + 2_000);
  await expectSameFigures(figures, accounts);
  expect(accounts.total).toMatchObject({ opening: 0, closing: 0 });
  expect(accounts.total?.credited).toBe(accounts.total?.debited);
  expect(accounts.chargebacks).toEqual({ opening: 0, credited: 0, debited: 500, closing: -500 });

  const after = await report(nextMonth(month));
  for (const [account, { closing }] of Object.entries(accounts)) {
    expect([account, after.accounts[account]]).toEqual([
      account,
      { opening: closing, credited: 0, debited: 0, closing },
    ]);
  }
  expect(after.figures).toMatchObject({ 'owed to shoppers at the end': 2_250, earned: 0 });

  // The provider's own books agree: what it took, gave back, kept and paid out.
  const book = await shop.sandbox();
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
  const { transactions } = book;
  expect(accounts['provider:flutterwave']?.debited).toBe(
    sum(transactions.filter(({ status }) => status === 'successful')),
  );
  expect(figures['paid in by card']).toBe(sum(transactions.filter(({ status }) => status === 'successful')));

  // The months stay the same when they are read from sealed days.
  await shop.clock.advance(60 * 24 * HOUR_MS);
  await backdateLastClockMove(shop.db);
  await storeLedgerDayTotals(shop.db);
  expect((await findLastDayWithStoredLedgerTotals(shop.db)) ?? '').toContain(nextMonth(nextMonth(month)));
  expect(await report(month)).toEqual({ exitCode, figures, accounts });
  expect(await report(nextMonth(month))).toEqual(after);

  // A cost that was entered only after the sale is used when there is no earlier one.
  await shop.db.query('DELETE FROM product_supplies WHERE cost_kobo = 300000');
  expect((await report(month)).figures).toMatchObject({ 'margin on these goods': 1_000 });
});

test('the daily sheet counts what was handed out on its day, by centre, and nothing of the next day', async () => {
  const [item] = await shop.db.query<{ day: string; next: string; centre: string }>(
    `UPDATE order_items i SET collected_at = app_now() FROM orders o JOIN pickup_centres c ON c.id = o.centre_id
     WHERE o.id = i.order_id AND i.id = (SELECT min(id) FROM order_items WHERE refunded_kobo = 0)
     RETURNING c.code AS centre, to_char(app_now() AT TIME ZONE 'Africa/Lagos', 'YYYY-MM-DD') AS day,
       to_char((app_now() AT TIME ZONE 'Africa/Lagos')::date + 1, 'YYYY-MM-DD') AS next`,
  );
  const { day = '', next = '', centre = '' } = item ?? {};
  const sheet = async (of: string) =>
    (await runOpsCommandInTest<{ total: object; centres: object[] }>(shop, 'report', 'day', '--day', of))
      .data;
  const handedOut = { orders: 0, paidInNaira: 0, handedOutItems: 1, handedOutNaira: 5_000 };
  expect(await sheet(day)).toMatchObject({ total: handedOut, centres: [{ centre, ...handedOut }] });
  expect((await sheet(next)).centres).toEqual([]);
});

test('it prints as a page and as a table for a spreadsheet', async () => {
  const print = async (...more: string[]) =>
    (await runOpsCommand(['report', '--month', month, ...more], async () => shop.deps)).stdout;
  expect(await print()).toMatch(/owed to shoppers at the end +2250\n/);
  const [head, ...rows] = parseCsv(await print('--csv')).map(({ cells }) => cells);
  expect(head).toEqual(['account', 'opening', 'credited', 'debited', 'closing']);
  expect(rows.find(([account]) => account === 'bank')).toEqual(['bank', '0', '0', '8360', '-8360']);
  expect(await print('--csv')).toContain('\nbank,0,0,8360,-8360\n');
  expect(rows.at(-1)?.[0]).toBe('total');
});

test.each(['2026', '2026-13', '2026-1', 'last', '1900-01', '2100-01'])('%s is no month', async (word) => {
  const refusal = 'A month is YYYY-MM, from 2000-01 to 2099-12.';
  expect((await runOpsCommandInTest(shop, 'report', '--month', word)).message).toBe(refusal);
});
