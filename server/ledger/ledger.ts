import type { Queryable } from '../db/database.ts';
import { POSTING_REASONS, type PostingKind } from './posting-kinds.ts';

/** One ledger entry of a posting. Credit is positive: a wallet above 0 is money that the shop owes. */
interface LedgerEntry {
  /** Account code: `wallet:{user}`, `escrow:{group}`, or a system account. */
  account: string;
  amountKobo: number;
}

/** A posting with all its entries, which sum to 0. */
export interface NewPosting {
  /** Kind of the posting. A second posting with the same kind and `ref` changes nothing. */
  kind: PostingKind;
  ref: string;
  description: string;
  metadata?: Record<string, unknown>;
  actor: string;
  entries: readonly LedgerEntry[];
}

/**
 * Posts to the ledger and its wallets, and notifies their owners. The caller must have locked the `users` row of every
 * wallet.
 * @returns the transaction's id, or null when (kind, ref) was already posted.
 * @throws SQLSTATE 23514 for a balance below 0 or below its holds, or entries that do not sum to 0; 23502 for an
 * unknown account.
 * @source money.md
 */
export async function postToLedger(tx: Queryable, posting: NewPosting): Promise<number | null> {
  const [row] = await tx.query<{ id: number | null }>(
    'SELECT post_ledger($1, $2, $3, $4, $5::jsonb, $6, $7::text[], $8::bigint[]) AS id',
    [
      posting.kind,
      posting.ref,
      POSTING_REASONS[posting.kind],
      posting.description,
      JSON.stringify(posting.metadata ?? {}),
      posting.actor,
      posting.entries.map((entry) => entry.account),
      posting.entries.map((entry) => entry.amountKobo),
    ],
  );
  return row?.id ?? null;
}
