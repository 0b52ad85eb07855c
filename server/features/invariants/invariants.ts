import type { Database, Queryable } from '../../db/database.ts';
import { accountInvariants } from './account-invariants.ts';
import { groupInvariants } from './group-invariants.ts';
import type { Invariant } from './invariant.ts';
import { ledgerInvariants } from './ledger-invariants.ts';
import { paymentInvariants } from './payment-invariants.ts';

/** Every law of money.md that is a query, in its order. */
export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...accountInvariants,
  ...groupInvariants,
  ...paymentInvariants,
].sort((left, right) => Number(left.name.slice(1)) - Number(right.name.slice(1)));

export interface InvariantResult {
  name: string;
  law: string;
  /** One sentence each, at most 20; empty: the law holds. */
  breaches: string[];
}

const SHOWN_BREACHES = 20;

/** Judges every law on one snapshot, so that a purchase between two queries is no breach. */
export function checkInvariants(db: Pick<Database, 'transaction'>): Promise<InvariantResult[]> {
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return judgeInvariants(tx);
  });
}

/** Judges every law on what `tx` sees. */
export async function judgeInvariants(tx: Queryable): Promise<InvariantResult[]> {
  const results: InvariantResult[] = [];
  for (const { name, law, sql } of invariants) {
    const rows = await tx.query<{ breach: string }>(`SELECT breach FROM (${sql}) found LIMIT $1`, [
      SHOWN_BREACHES,
    ]);
    results.push({ name, law, breaches: rows.map((row) => row.breach) });
  }
  return results;
}
