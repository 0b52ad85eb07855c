import type { LedgerMovementsRow } from './account-totals-repository.ts';
import type { PostingKind } from './posting-kinds.ts';

/** Matches an account in a foreign currency, whose code ends with the currency, such as `suspense:USD`. */
const FOREIGN = /:[A-Z0-9]+$/;
const GOODS = /^(escrow|sales)$/;

/**
 * Calculates the shop's money figures, such as paid in, paid back and earned, in naira. Each is a sum over ledger
 * accounts. A refund counts as paid back when it is credited to the wallet, and not again when it is sent on to a card.
 */
export function computeShopMoneyTotals(
  all: readonly LedgerMovementsRow[],
): { what: string; naira: number }[] {
  const accounts = all.filter(({ account }) => !FOREIGN.test(account));
  const sumOf = (code: RegExp, kobo: (one: LedgerMovementsRow) => number) =>
    accounts.filter(({ account }) => code.test(account)).reduce((sum, one) => sum + kobo(one), 0);
  const closing = (code: RegExp) => sumOf(code, (one) => one.closingKobo);
  const change = (code: RegExp) => sumOf(code, (one) => one.creditedKobo - one.debitedKobo);
  const moved = (code: RegExp, ...kinds: PostingKind[]) =>
    sumOf(code, ({ byKind }) => kinds.reduce((sum, kind) => sum + (byKind[kind] ?? 0), 0));
  const earned = change(/^sales$/);
  const costs = {
    "the provider's part": -change(/^fees:/),
    'given away': -change(/^promo:/),
    'lost to cards and banks': -change(/^(refunds:card|chargebacks)$/),
  };
  const figures: [string, number][] = [
    ['paid in', moved(GOODS, 'order_payment')],
    ['paid in by card', -moved(/^provider:/, 'order_payment')],
    ['paid in from wallets', -moved(/^wallets$/, 'order_payment')],
    ['paid back to wallets', -moved(GOODS, 'group_refund', 'item_refund')],
    ['earned', earned],
    ...Object.entries(costs),
    ['net', earned - Object.values(costs).reduce((sum, kobo) => sum + kobo, 0)],
    ['received without an order', moved(/^wallets$/, 'late_credit', 'overpaid', 'review_release')],
    ['sent on to cards', -moved(/^refunds:card$/, 'reversal', 'reversal_undone')],
    ['paid out to the bank', -moved(/^bank$/, 'settlement')],
    ['owed to shoppers at the end', closing(/^wallets$/)],
    ['held by groups at the end', closing(/^escrow$/)],
    ['owed by the provider at the end', -closing(/^provider:/)],
    ['waiting for a decision at the end', closing(/^suspense$/)],
  ];
  // Adding 0 turns minus zero into zero, because minus zero would be displayed.
  return figures.map(([what, kobo]) => ({ what, naira: kobo / 100 || 0 }));
}
