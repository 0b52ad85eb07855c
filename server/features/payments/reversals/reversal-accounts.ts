import type { Queryable } from '../../../db/database.ts';
import { ensureLedgerAccountForCurrency } from '../../../ledger/account-repository.ts';
import type { ProviderReversalRow } from './reversals-repository.ts';

/**
 * Finds the ledger account for refunds or chargebacks in the reversal's currency. Its balance is the shop's loss,
 * because debits of wallets reduce it.
 */
export const ensureLossAccount = (tx: Queryable, { kind, currency }: ProviderReversalRow): Promise<string> =>
  ensureLedgerAccountForCurrency(tx, kind === 'refund' ? 'refunds:card' : 'chargebacks', currency);

/**
 * Splits a reversal's amount, in kobo, by ledger account. If the shop has already returned money to the card and the
 * bank then charges it back, that part is booked on `refunds:card`, because it is no further loss by chargebacks.
 */
export async function splitReversalByAccount(
  tx: Queryable,
  reversal: ProviderReversalRow,
  returnedKobo: number,
): Promise<{ account: string; amountKobo: number }[]> {
  const { kind, amountKobo, currency } = reversal;
  const own = { account: await ensureLossAccount(tx, reversal), amountKobo };
  if (kind === 'refund' || returnedKobo === 0) return [own];
  const returned = await ensureLedgerAccountForCurrency(tx, 'refunds:card', currency);
  return [
    { ...own, amountKobo: amountKobo - returnedKobo },
    { account: returned, amountKobo: returnedKobo },
  ].filter((part) => part.amountKobo > 0);
}
