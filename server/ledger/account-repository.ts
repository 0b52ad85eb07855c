import type { Queryable } from '../db/database.ts';

/**
 * Creates a ledger account of the shop in this currency unless it exists.
 * @returns its code, such as `suspense` for naira or `suspense:USD`.
 */
export async function ensureLedgerAccountForCurrency(
  tx: Queryable,
  code: string,
  currency: string,
): Promise<string> {
  const rows = await tx.query<{ code: string }>('SELECT account_in($1, $2) AS code', [code, currency]);
  return rows[0]?.code as string;
}
