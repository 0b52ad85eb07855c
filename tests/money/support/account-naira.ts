import type { Database } from '../../../server/db/database.ts';

/** Reads the balance of a ledger account in naira. */
export async function readAccountNaira(db: Database, code: string): Promise<number> {
  const rows = await db.query<{ kobo: number }>(
    `SELECT coalesce(sum(e.amount_kobo), 0)::bigint AS kobo FROM ledger_entries e
     JOIN ledger_accounts a ON a.id = e.account_id WHERE a.code = $1`,
    [code],
  );
  return (rows[0]?.kobo ?? 0) / 100;
}
