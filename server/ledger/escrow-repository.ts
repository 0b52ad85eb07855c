import type { Queryable } from '../db/database.ts';

/** @returns the balance of the group's escrow account, in kobo. */
export async function readEscrowBalanceKobo(tx: Queryable, groupId: string): Promise<number> {
  const [escrow] = await tx.query<{ kobo: number }>(
    `SELECT coalesce(sum(e.amount_kobo), 0)::bigint AS kobo
     FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id WHERE a.group_id = $1`,
    [groupId],
  );
  return escrow?.kobo ?? 0;
}

/** Creates a group's escrow account unless it exists. @returns the account's code. */
export async function ensureEscrowAccount(tx: Queryable, groupId: string): Promise<string> {
  const account = `escrow:${groupId}`;
  await tx.query(
    `INSERT INTO ledger_accounts (code, kind, group_id) VALUES ($1, 'escrow', $2) ON CONFLICT DO NOTHING`,
    [account, groupId],
  );
  return account;
}
