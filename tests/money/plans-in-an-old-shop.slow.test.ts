import { beforeAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import type { Database, Queryable } from '../../server/db/database.ts';
import { ACCOUNT_EXPORT_SQL_BY_SECTION } from '../../server/features/auth/account/account-export-repository.ts';
import { findAccountSummaryForOperator } from '../../server/features/auth/user-repository.ts';
import { findPickupListLines } from '../../server/features/fulfilment/counter-repository.ts';
import { findMyGroups } from '../../server/features/groups/my-groups-repository.ts';
import { storeLedgerAndAuditHashes } from '../../server/features/invariants/history-seals.ts';
import {
  countReconciliationItemsOfPayment,
  findReconciliationItems,
} from '../../server/features/payments/reconciliation/reconciliation-items-repository.ts';
import {
  findDueReconciliationDays,
  sumKoboReceivedFromProvider,
} from '../../server/features/payments/reconciliation/reconciliation-repository.ts';
import { findReversalsToDebitSince } from '../../server/features/payments/reversals/reversals-repository.ts';
import { findReferralsWithFraudFlags } from '../../server/features/referral/referral-repository.ts';
import { createAllJobs } from '../../server/jobs/schedule.ts';
import { findLedgerMovementsOfMonth } from '../../server/ledger/account-totals-repository.ts';
import { storeLedgerDayTotals } from '../../server/ledger/ledger-days.ts';
import { parseAuditLogQuery } from '../../server/ops/queries/audit/audit-query.ts';
import { findAuditEntries } from '../../server/ops/queries/audit/audit-repository.ts';
import { readDailyMoneyAndHandOuts } from '../../server/ops/queries/daily-sheet-repository.ts';
import { findShoppersBySearchTerms } from '../../server/ops/queries/operator-search-repository.ts';
import {
  readShopperGroups,
  readShopperNotifications,
  readShopperPayments,
  readShopperWalletTransactions,
} from '../../server/ops/queries/shopper-repository.ts';
import {
  readDailyOrdersAndMoney,
  readPendingBackOfficeWork,
  readPendingFulfilmentWork,
} from '../../server/ops/queries/today-repository.ts';
import { startTestApi } from '../support/api.ts';
import { createSandboxProviderClient, UNREACHABLE_URL } from '../support/card-provider.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { createOldReleaseShop } from '../support/old-shop/make-shop.ts';
import { countRowsRead, guessRowsRead, watchPlans } from './support/read-plans.ts';
import { recordEvents } from './support/run-jobs.ts';

/** Tests how PostgreSQL runs the shop's statements in a shop with four months of orders. @source jobs.md */

const shop = openFixtureForFile(() =>
  startTestApi({ provider: createSandboxProviderClient(UNREACHABLE_URL) }),
);
/** The smallest number of orders with which the benchmark's shop can be made. */
const ORDERS = 50_000;
/** The planner rightly reads a smaller table whole, even for the rows of one day. */
const LARGE_ROWS = 20_000;
let db: Database;
let large: Set<string>;
let grown: Set<string>;
let readPlans: () => Promise<string[]>;
let findRead: () => Promise<string[]>;

beforeAll(async () => {
  const asSuperuser = new URL(inject('databaseServer'));
  asSuperuser.pathname = new URL(shop.connectionString).pathname;
  await createOldReleaseShop({
    orders: ORDERS,
    ordersADay: 400,
    asOwner: shop.connectionString,
    asSuperuser: asSuperuser.href,
  });
  const url = new URL(shop.connectionString);
  // All pages are in memory here, so the planner must count scattered pages as cheap as consecutive ones.
  url.searchParams.set('options', '-c random_page_cost=1');
  db = connectDatabase({ connectionString: url.href, work: 'job', maxConnections: 1 });
  readPlans = watchPlans(db);
  findRead = async () => (await readPlans()).filter((name) => large.has(name));
  await storeLedgerDayTotals(db);
  await storeLedgerAndAuditHashes(db);
  await db.query('ANALYZE');
  const tables = await db.query<{ name: string; rows: number }>(
    `SELECT relname AS name, reltuples::float8 AS rows FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  );
  const above = (least: number) => new Set(tables.filter(({ rows }) => rows > least).map(({ name }) => name));
  large = above(LARGE_ROWS);
  grown = above(1_000);
  expect([...large]).toEqual(expect.arrayContaining(['orders', 'ledger_entries', 'ledger_tx_created']));
  await findRead();
  return () => db.close();
}, 600_000);

it.each(['card-refunds', 'retention', 'invariants'])(
  '%s finds what is new without reading what is old',
  { timeout: 120_000 },
  async (name) => {
    const { deps, app } = shop;
    const jobs = createAllJobs({ ...deps, db, live: recordEvents(), wake: () => undefined, log: app.log });
    const job = jobs.find((one) => one.name === name);
    // The first run handles everything that is a day old.
    await job?.run({ isStopping: () => false });
    await findRead();
    await job?.run({ isStopping: () => false });
    expect(await findRead()).toEqual([]);
  },
);

it('the plan that a connection keeps for the check of what is new reads no account and no seal from its first entry', async () => {
  const countRead = async (index: string): Promise<number> => {
    const [read] = await shop.db.query<{ entries: number }>(
      'SELECT idx_tup_read::int AS entries FROM pg_stat_user_indexes WHERE indexrelname = $1',
      [index],
    );
    return read?.entries ?? 0;
  };
  // Without this, PostgreSQL would report the earlier reads of this connection later.
  await db.query('SELECT pg_stat_force_next_flush()');
  const [ofAccounts, ofSeals] = [
    await countRead('ledger_entries_account'),
    await countRead('ledger_entries_pkey'),
  ];
  const kept = connectDatabase({
    connectionString: shop.connectionString,
    work: 'job',
    maxConnections: 1,
  });
  const { deps, app } = shop;
  const jobs = createAllJobs({
    ...deps,
    db: kept,
    live: recordEvents(),
    wake: () => undefined,
    log: app.log,
  });
  // PostgreSQL plans a statement for its values five times and may then keep one plan for all values.
  const times = 8;
  for (let time = 0; time < times; time += 1)
    await jobs.find(({ name }) => name === 'invariants')?.run({ isStopping: () => false });
  // PostgreSQL reports the reads of a connection at once when the connection ends.
  await kept.close();
  const [{ parked = 0 } = {}] = await shop.db.query<{ parked: number }>(
    `SELECT count(*)::int AS parked FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.code = 'suspense'`,
  );
  // The check reads all entries of wallets that moved lately, but not those of the large account.
  expect(((await countRead('ledger_entries_account')) - ofAccounts) / times).toBeLessThan(parked / 2);
  // The newest seal belongs to another table. Its number is also that of an old seal of this table, whose rows must not
  // be read.
  expect(((await countRead('ledger_entries_pkey')) - ofSeals) / times).toBeLessThan(1_000);
});

it('only the reversals of whose wallet has got money since are looked into', async () => {
  const [{ owed = 0 } = {}] = await db.query<{ owed: number }>(
    `SELECT count(*)::int AS owed FROM provider_reversals WHERE status = 'taken' AND collected_kobo < amount_kobo`,
  );
  // For each reversal that is checked, its payment is read.
  const look = (since: Date | null) =>
    countRowsRead(db, 'payments', (tx) => findReversalsToDebitSince(tx, since, 100));
  expect(await look(null)).toBeGreaterThanOrEqual(owed);
  expect(await look(new Date(Date.now() - 3_600_000))).toBeLessThan(owed / 10);
});

it('the day that is due for reconciliation is found without going through those that had it', async () => {
  expect(await findDueReconciliationDays(shop.db)).toEqual([]);
  expect(await countRowsRead(db, 'recon_runs', findDueReconciliationDays)).toBeLessThan(10);
});

it('what a provider took on a day is summed from the entries of that day', async () => {
  const [yesterday] = await db.query<{ day: string; kobo: number }>(
    `SELECT day::text, sum(amount_kobo)::bigint AS kobo
     FROM provider_transactions, LATERAL (SELECT (settled_at AT TIME ZONE 'Africa/Lagos')::date AS day) d
     WHERE settled_at > now() - interval '3 days' GROUP BY 1 ORDER BY 1 DESC OFFSET 1 LIMIT 1`,
  );
  const { day = '', kobo = 0 } = yesterday ?? {};
  const sums = await sumKoboReceivedFromProvider(shop.db, 'provider:flutterwave', day);
  expect(sums).toEqual({ ledgerKobo: kobo, settledKobo: kobo });
  const sum = (tx: Queryable) => sumKoboReceivedFromProvider(tx, 'provider:flutterwave', day);
  expect(await countRowsRead(db, 'ledger_entries', sum)).toBeLessThan(2_000);
});

it('a page of the items between the two books reads that page', async () => {
  const [item] = await db.query<{ id: number }>('SELECT id FROM recon_items ORDER BY id OFFSET 1000 LIMIT 1');
  const page = (all: boolean, after: number | null) =>
    countRowsRead(db, 'recon_items', (tx) =>
      findReconciliationItems(tx, { all, after, limit: 50, payment: null }),
    );
  // The item after which the page begins is read too.
  for (const after of [null, item?.id ?? 0]) expect(await page(true, after)).toBeLessThanOrEqual(51);
  const [{ open = 0 } = {}] = await db.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM recon_items WHERE status = 'open'`,
  );
  expect(await page(false, null)).toBeLessThanOrEqual(open);
  const [paid] = await db.query<{ reference: string }>(
    `SELECT t.reference FROM recon_items r JOIN provider_transactions t ON t.tx_id = r.reference
     WHERE r.status = 'resolved' LIMIT 1`,
  );
  const ofPayment = (tx: Queryable) => countReconciliationItemsOfPayment(tx, paid?.reference ?? '');
  expect(await ofPayment(db)).toMatchObject({ all: 1 });
  // Open items are read too, and each is read once more when it is counted.
  expect(await countRowsRead(db, 'recon_items', ofPayment)).toBeLessThanOrEqual(open + 10);
});

it('the report of a month is made of sealed days and the entries since', async () => {
  for (const agoDays of [0, 32, 400]) {
    await findLedgerMovementsOfMonth(
      db,
      new Date(Date.now() - agoDays * 86_400_000).toISOString().slice(0, 7),
    );
    expect(await findRead(), `${agoDays} days ago`).toEqual([]);
  }
});

it("an export reads what is the shopper's", async () => {
  const [shopper] = await db.query<{ id: string }>(
    'SELECT user_id AS id FROM order_items ORDER BY id DESC LIMIT 1',
  );
  await findRead();
  for (const [part, sql] of Object.entries(ACCOUNT_EXPORT_SQL_BY_SECTION)) {
    await db.query(sql, [shopper?.id]);
    // The export concerns one shopper, so even a table of a thousand rows must not be read whole.
    expect(
      (await readPlans()).filter((name) => grown.has(name)),
      part,
    ).toEqual([]);
  }
});

it("a shopper's groups cost what the shopper has bought, and no more", async () => {
  const [shopper] = await db.query<{ id: string; items: number }>(
    `SELECT user_id AS id, count(*)::int AS items FROM order_items GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  );
  const { id, items } = shopper as { id: string; items: number };
  expect(items).toBe(1_000);
  const read = await countRowsRead(db, 'order_items', (tx) => findMyGroups(tx, id, 200));
  // Each item is read once, and those of the 200 displayed orders once more, for their lines.
  expect(read).toBeLessThanOrEqual(items + 200);
  const orders = await countRowsRead(db, 'orders', (tx) => findMyGroups(tx, id, 200));
  expect(orders).toBeLessThanOrEqual(200);
});

it('the figures of the last days are read from the payments of those days', async () => {
  const [{ paid = 0 } = {}] = await db.query<{ paid: number }>(
    `SELECT count(*)::int AS paid FROM payments WHERE created_at > now() - interval '8 days'`,
  );
  const days = (tx: Queryable) => readDailyOrdersAndMoney(tx, 7);
  expect(await countRowsRead(db, 'payments', days)).toBeLessThanOrEqual(paid);
  // With an unknown first day, the planner would expect a third of the table and read a large table whole.
  expect(await guessRowsRead(db, 'payments', days)).toBeLessThan(2 * paid);
});

it('the sheet of a day is counted from the lines of that day', async () => {
  const [busiest] = await db.query<{ day: string; lines: number }>(
    `SELECT (collected_at AT TIME ZONE 'Africa/Lagos')::date::text AS day, count(*)::int AS lines
     FROM order_items WHERE collected_at IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  );
  const { day = '', lines = 0 } = busiest ?? {};
  expect(lines).toBeGreaterThan(100);
  const refunds = await countRowsRead(db, 'ledger_tx', (tx) => readDailyMoneyAndHandOuts(tx, day));
  expect(
    await countRowsRead(db, 'order_items', (tx) => readDailyMoneyAndHandOuts(tx, day)),
  ).toBeLessThanOrEqual(lines + refunds);
});

it.each([
  ['words of acts', { q: 'refund' }, 1_200],
  ['words that most reasons have', { q: 'torn bag' }, 1_200],
  ['a word that no reason has', { q: 'lorry' }, 1_200],
  ['an operator who did nothing', { by: 'operator:nobody' }, 0],
  // The newest 100 payments of one shopper and all of 19 others, with their records, are read one by one.
  ['a name that everybody has', { q: 'Ada Obi' }, 2_500],
])(
  'a search of the audit log for %s reads few of its entries',
  async (_, { q, by }: { q?: string; by?: string }, most) => {
    const query = await parseAuditLogQuery(db, { q });
    const find = (tx: Queryable) => findAuditEntries(tx, { ...query, actor: by, limit: 50 });
    expect(await countRowsRead(db, 'audit_log', find)).toBeLessThanOrEqual(most);
  },
);

it('what the console shows of one shopper, one centre or what waits reads no table as a whole', async () => {
  const [shopper] = await db.query<{ id: string }>(
    'SELECT user_id AS id FROM order_items ORDER BY id DESC LIMIT 1',
  );
  const id = shopper?.id ?? '';
  const readings: Record<string, () => Promise<unknown>> = {
    groups: () => readShopperGroups(db, id),
    payments: () => readShopperPayments(db, id),
    wallet: () => readShopperWalletTransactions(db, id),
    notices: () => readShopperNotifications(db, id),
    figures: () => findAccountSummaryForOperator(db, id),
    'flagged referrals': () => findReferralsWithFraudFlags(db),
    'waiting at the desk': () => readPendingBackOfficeWork(db),
    'waiting goods': () => readPendingFulfilmentWork(db),
    counter: () => findPickupListLines(db, 'LAG-YAB'),
    // Nearly every shopper here has this name.
    find: () => findShoppersBySearchTerms(db, { name: 'ada' }),
  };
  // Goods that are not collected yet grow with the orders of a day and not with the age of the shop, so their index may
  // be read whole.
  const underWay = 'order_items_uncollected';
  await readPlans();
  for (const [what, read] of Object.entries(readings)) {
    await read();
    expect(
      (await readPlans()).filter((name) => grown.has(name) && name !== underWay),
      what,
    ).toEqual([]);
  }
  expect(
    await countRowsRead(db, 'users', (tx) => findShoppersBySearchTerms(tx, { name: 'ada' })),
  ).toBeLessThanOrEqual(20);
});
