import type { Queryable } from '../../../db/database.ts';
import { ensureLedgerAccountForCurrency } from '../../../ledger/account-repository.ts';
import type { ProviderReversalRow } from './reversals-repository.ts';

/** Finds the ledger account of losses by refunds or chargebacks in the reversal's currency. */
export const ensureReversalLossLedgerAccount = (
  tx: Queryable,
  { kind, currency }: ProviderReversalRow,
): Promise<string> =>
  ensureLedgerAccountForCurrency(tx, kind === 'refund' ? 'refunds:card' : 'chargebacks', currency);

/**
 * Splits a reversal's amount, in kobo, by ledger account. Of a chargeback, the part that this shop had already returned
 * to the card belongs to the account `refunds:card`.
 */
export async function splitReversalByLedgerAccount(
  tx: Queryable,
  reversal: ProviderReversalRow,
  returnedKobo: number,
): Promise<{ account: string; amountKobo: number }[]> {
  const { kind, amountKobo, currency } = reversal;
  const own = { account: await ensureReversalLossLedgerAccount(tx, reversal), amountKobo };
  if (kind === 'refund' || returnedKobo === 0) return [own];
  const returned = await ensureLedgerAccountForCurrency(tx, 'refunds:card', currency);
  return [
    { ...own, amountKobo: amountKobo - returnedKobo },
    { account: returned, amountKobo: returnedKobo },
  ].filter((part) => part.amountKobo > 0);
}
