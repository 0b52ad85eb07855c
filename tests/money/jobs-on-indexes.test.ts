import pg from 'pg';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../server/db/connection/connect.ts';
import { reconcilePayments } from '../../server/features/payments/reconciliation/reconciliation-service.ts';
import { createAllJobs } from '../../server/jobs/schedule.ts';
import { openFixtureForFile } from '../support/for-file.ts';
import { openPaymentTestShop } from '../support/payment-shop.ts';
import { recordEvents } from './support/run-jobs.ts';

const shop = openFixtureForFile(openPaymentTestShop);

/** The tables that grow with the shop and never become small again. */
const LARGE = [
  ...[
    'users',
    'carts',
    'cart_items',
    'payments',
    'payment_lines',
    'orders',
    'order_items',
    'groups',
    'group_members',
  ],
  ...[
    'group_history',
    'ledger_accounts',
    'ledger_tx',
    'ledger_entries',
    'wallets',
    'wallet_holds',
    'notifications',
  ],
  ...[
    'provider_transactions',
    'provider_events',
    'sessions',
    'refresh_tokens',
    'idempotency_keys',
    'security_events',
  ],
  ...[
    'referrals',
    'referral_rounds',
    'audit_log',
    'rate_limits',
    'recon_runs',
    'ledger_days',
    'operator_answers',
    'operator_proposals',
  ],
];

/** The only job that may scan large tables: it checks every row, a stretch at a time. */
const READS_ALL = 'all-invariants';

async function scansOf(): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; scans: number }>(
      'SELECT relname AS name, seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = ANY ($1)',
      [LARGE],
    );
    return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
  } finally {
    await client.end();
  }
}

it('no job reads a large table from end to end, and neither does the reconciliation of a day', async () => {
  const { deps, app } = shop;
  // The planner is told to avoid sequential scans at any price, so a scan that remains has no index that could serve
  // it.
  const url = new URL(shop.connectionString);
  url.searchParams.set('options', '-c enable_seqscan=off');
  const found: Record<string, string[]> = {};
  const live = recordEvents();
  const names = createAllJobs({ ...deps, live, wake: () => undefined, log: app.log }).map(({ name }) => name);
  for (const name of [...names.filter((one) => one !== READS_ALL), 'reconciliation']) {
    const before = await scansOf();
    const db = connectDatabase({ connectionString: url.href, work: 'job' });
    const provider = deps.provider;
    if (name === 'reconciliation')
      await reconcilePayments({ db, provider, groupWindowHours: 48 }, '2026-01-01');
    const jobs = createAllJobs({ ...deps, db, live, wake: () => undefined, log: app.log });
    await jobs.find((job) => job.name === name)?.run({ isStopping: () => false });
    // PostgreSQL reports the scans of a connection at once when the connection ends.
    await db.close();
    const after = await scansOf();
    const read = LARGE.filter((table) => (after[table] ?? 0) > (before[table] ?? 0));
    if (read.length > 0) found[name] = read;
  }
  expect(found).toEqual({});
});
