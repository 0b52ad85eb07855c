import type { Queryable } from '../../../db/database.ts';
import type { ProviderSettlement } from '../../../provider/provider.ts';

/** Stores a provider's payout and opens the ledger account for its fees. @returns whether the payout is new. */
export async function insertProviderSettlement(
  tx: Queryable,
  { id, grossKobo, feeKobo, reversedKobo, netKobo }: ProviderSettlement,
  { account, fees }: { account: string; fees: string },
): Promise<boolean> {
  await tx.query(`SELECT account_in($1, 'NGN'), account_in($2, 'NGN')`, [account, fees]);
  const rows = await tx.query(
    `INSERT INTO provider_settlements (id, account, gross_kobo, fee_kobo, reversed_kobo, net_kobo)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [id, account, grossKobo, feeKobo, reversedKobo, netKobo],
  );
  return rows.length > 0;
}

export async function findStoredProviderSettlements(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { grossKobo: number; feeKobo: number; reversedKobo: number; netKobo: number }>> {
  const rows = await db.query<{
    id: string;
    grossKobo: number;
    feeKobo: number;
    reversedKobo: number;
    netKobo: number;
  }>(
    `SELECT id, gross_kobo AS "grossKobo", fee_kobo AS "feeKobo", reversed_kobo AS "reversedKobo",
       net_kobo AS "netKobo" FROM provider_settlements WHERE id = ANY ($1::text[])`,
    [ids],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
