import type { Queryable, Transaction } from '../../db/database.ts';
import type { MainTableRowCounts } from './manifest.ts';

/** Exports the transaction's snapshot, so that `pg_dump` reads the same data. @returns the id of the snapshot. */
export async function exportTransactionSnapshotId(tx: Transaction): Promise<string> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // PostgreSQL's limit for idle transactions is off, because this one is idle while `pg_dump` reads its snapshot.
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const rows = await tx.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
  return rows[0]?.name ?? '';
}

export async function countMainTableRows(db: Queryable): Promise<MainTableRowCounts> {
  const rows = await db.query<MainTableRowCounts>(
    `SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM products)::int AS products,
       (SELECT count(*) FROM groups)::int AS groups, (SELECT count(*) FROM payments)::int AS payments,
       (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM ledger_entries)::int AS ledger_entries`,
  );
  return rows[0] as MainTableRowCounts;
}

/**
 * Computes the planner statistics, which a dump does not contain. Without them the invariant checks of a large shop
 * would be slow.
 */
export async function refreshPlannerStatistics(db: Queryable): Promise<void> {
  await db.query('ANALYZE');
}

/** Counts tables, views and sequences of all owners, so that a restore can refuse a database that is not empty. */
export async function countDatabaseRelations(db: Queryable): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`,
  );
  return rows[0]?.count ?? 0;
}
