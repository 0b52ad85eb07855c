import type { Queryable } from '../../../db/database.ts';
import { ensureLedgerAccountForCurrency } from '../../../ledger/account-repository.ts';
import type { ProviderReversalRow } from './reversals-repository.ts';

/** Finds the ledger account for the shop's losses by refunds and chargebacks, as far as no wallet has covered them. */
export const ensureLossAccount = (tx: Queryable, { kind, currency }: ProviderReversalRow): Promise<string> =>
  ensureLedgerAccountForCurrency(tx, kind === 'refund' ? 'refunds:card' : 'chargebacks', currency);

/**
 * Splits a reversal's amount, in kobo, by the account that bears it. Money that the shop had already returned to the card
 * is in `refunds:card`, so that a chargeback of it is no loss.
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
