import { beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../server/db/database.ts';
import { checkInvariantsSinceLastCheck } from '../../server/features/invariants/invariant-checks.ts';
import {
  checkInvariantsOfAllRows,
  checkInvariantsOfRecentRowsInTransaction,
  type InvariantResult,
  invariants,
} from '../../server/features/invariants/invariants.ts';
import {
  findKeysOfRowsToCheck,
  INVARIANT_CHECKED_TABLES,
  limitInvariantSqlToRows,
} from '../../server/features/invariants/row-scope.ts';
import { createFullInvariantCheckJob } from '../../server/jobs/all-invariants-job.ts';
import { createChangedRowsInvariantCheckJob } from '../../server/jobs/invariants-job.ts';
import { findLastDayWithStoredLedgerTotals } from '../../server/ledger/ledger-days.ts';
import { createTestDatabase } from '../support/database.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { backdateLastClockMove } from '../support/settable-clock.ts';
import { judgeDamage } from './support/damage.ts';
import { runJobs } from './support/run-jobs.ts';
import { withMoney } from './support/with-money.ts';

const shop = openFixtureForFile(createTestDatabase, withMoney);
const HOUR_MS = 3_600_000;
const notStopping = { isStopping: () => false };

/** One order from long ago, and one from now. */
let old: string;
let young: string;

async function buy(): Promise<string> {
  const [userId, productId] = [await shop.shopper(), await shop.product(1)];
  await shop.buyByCard(userId, { productId, quantity: 1 });
  await runJobs(shop.db);
  const [payment] = await shop.db.query<{ id: string }>('SELECT id FROM payments WHERE user_id = $1', [
    userId,
  ]);
  return payment?.id ?? '';
}

beforeAll(async () => {
  old = await buy();
  await shop.advance(49 * HOUR_MS);
  await backdateLastClockMove(shop.db);
  expect(brokenOf(await checkInvariantsSinceLastCheck(shop.db))).toEqual([]);
  await shop.advance(2 * HOUR_MS);
  await backdateLastClockMove(shop.db);
  expect(brokenOf(await checkInvariantsSinceLastCheck(shop.db))).toEqual([]);
  young = await buy();
});

const brokenOf = (results: readonly InvariantResult[]): string[] =>
  results.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);
const sinceMark = async (tx: Queryable): Promise<InvariantResult[]> => {
  const [mark] = await tx.query<{ since: Date }>(
    `SELECT max(began_at) - interval '1 hour' AS since FROM invariant_checks`,
  );
  return checkInvariantsOfRecentRowsInTransaction(tx, mark?.since ?? new Date());
};
const damage = (paymentId: string) =>
  `UPDATE payment_lines SET quantity = quantity + 1 WHERE payment_id = '${paymentId}'`;

it('a defect in a new order is found within ten minutes', async () => {
  expect(brokenOf(await judgeDamage(shop.db, damage(young), sinceMark))).toContain('I11');
});

it('one in an old order is found in the night, and what is old is not read meanwhile', async () => {
  expect(brokenOf(await judgeDamage(shop.db, damage(old), sinceMark))).not.toContain('I11');
  expect(brokenOf(await judgeDamage(shop.db, damage(old), (tx) => checkInvariantsOfAllRows(tx)))).toContain(
    'I11',
  );
});

it('an old order is read again when something happens to it', async () => {
  const refund = `INSERT INTO ledger_tx (kind, ref, reason) SELECT 'item_refund', i.id || ':odd', 'x' FROM order_items i
    JOIN orders o ON o.id = i.order_id WHERE o.payment_id = '${old}';
    INSERT INTO ledger_entries (tx_id, account_id, amount_kobo) SELECT (SELECT max(id) FROM ledger_tx), id,
      CASE kind WHEN 'wallet' THEN 100 ELSE -100 END FROM ledger_accounts WHERE code = 'sales' OR user_id =
        (SELECT user_id FROM payments WHERE id = '${old}')`;
  expect(brokenOf(await judgeDamage(shop.db, refund, sinceMark))).toEqual(
    expect.arrayContaining(['I4', 'I16']),
  );
});

it('a breach is told by every check until it is mended, also after the hour', async () => {
  const told: string[] = [];
  const job = createChangedRowsInvariantCheckJob(shop.db, ({ name }) => told.push(name));
  const shift = (kobo: number) =>
    shop.db.query(
      `UPDATE payments SET received_kobo = received_kobo, total_kobo = total_kobo + $2, card_kobo = card_kobo + $2
      WHERE id = $1`,
      [young, kobo],
    );
  await shift(100);
  for (let look = 0; look < 2; look += 1) {
    await shop.advance(2 * HOUR_MS);
    await job.run(notStopping);
    expect(told.splice(0)).toContain('I11');
  }
  await shift(-100);
  await job.run(notStopping);
  expect(told).toEqual([]);
});

it('every row is judged once a night', async () => {
  const told: string[] = [];
  const job = createFullInvariantCheckJob(shop.db, ({ name }) => told.push(name));
  const shift = (kobo: number) =>
    shop.db.query(
      'UPDATE payments SET total_kobo = total_kobo + $2, card_kobo = card_kobo + $2 WHERE id = $1',
      [old, kobo],
    );
  await job.run(notStopping);
  await shift(100);
  await job.run(notStopping);
  expect(told).toEqual([]);
  await shop.advance(24 * HOUR_MS);
  await job.run(notStopping);
  expect(told).toContain('I11');
  await shift(-100);
});

it('a sealed day holds what its entries sum to, and damage to either is found in the night', async () => {
  const [sealed] = await shop.db.query<{ days: number }>(
    'SELECT count(DISTINCT day)::int AS days FROM ledger_days',
  );
  expect(sealed?.days).toBeGreaterThan(1);
  expect(brokenOf(await checkInvariantsOfAllRows(shop.db))).toEqual([]);
  for (const changed of [
    `UPDATE ledger_days SET credited_kobo = credited_kobo + 100 WHERE day = (SELECT min(day) FROM ledger_days)`,
    `UPDATE ledger_entries SET amount_kobo = amount_kobo * 2 WHERE tx_id = (SELECT min(id) FROM ledger_tx)`,
  ]) {
    expect(brokenOf(await judgeDamage(shop.db, changed, (tx) => checkInvariantsOfAllRows(tx)))).toContain(
      'I35',
    );
  }
});

/** Tables that stay small however old the shop is, so that they may be read whole. */
const SMALL = [
  'settings',
  'outbox',
  'card_refunds',
  'provider_reversals',
  'provider_settlements',
  'history_seals',
  'group_moves',
];

it('no invariant of recent rows reads a large table from end to end', async () => {
  const sealed = await findLastDayWithStoredLedgerTotals(shop.db);
  const keys = await findKeysOfRowsToCheck(shop.db, new Date());
  await shop.db.transaction(async (tx) => {
    // The tables of this test have few pages, which the planner would otherwise read whole.
    await tx.query('SET LOCAL enable_seqscan = off');
    const read = new Set<string>();
    const explain = async (text: string, values: unknown[], by: string): Promise<void> => {
      const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      for (const { 'QUERY PLAN': line } of rows) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1];
        if (table && !SMALL.includes(table)) read.add(`${by}: ${table}`);
      }
    };
    for (const { name, sql } of invariants) {
      const { text, values } = limitInvariantSqlToRows(sql, { rows: 'recent', sealed, keys });
      await explain(text, values, name);
    }
    for (const [table, { recent, after = [] }] of Object.entries(INVARIANT_CHECKED_TABLES)) {
      await explain(recent, [new Date(), ...after.map((one) => keys.get(one))], `recent ${table}`);
    }
    expect([...read]).toEqual([]);
  });
});
