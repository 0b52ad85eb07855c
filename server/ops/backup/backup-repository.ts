import type { Queryable, Transaction } from '../../db/database.ts';
import type { Counts } from './manifest.ts';

/** Makes all that this transaction sees one moment, for as long as it takes. @returns the name a dump finds it by. */
export async function exportSnapshot(tx: Transaction): Promise<string> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // It is idle while others write what it holds.
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const rows = await tx.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
  return rows[0]?.name ?? '';
}

export async function countRows(db: Queryable): Promise<Counts> {
  const rows = await db.query<Counts>(
    `SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM products)::int AS products,
       (SELECT count(*) FROM groups)::int AS groups, (SELECT count(*) FROM payments)::int AS payments,
       (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM ledger_entries)::int AS ledger_entries`,
  );
  return rows[0] as Counts;
}

/** A dump knows nothing of how rows are spread: without this a law over a large shop is judged by a bad plan. */
export async function refreshPlans(db: Queryable): Promise<void> {
  await db.query('ANALYZE');
}

/** Tables, views and sequences of anybody. */
export async function countRelations(db: Queryable): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`,
  );
  return rows[0]?.count ?? 0;
}
