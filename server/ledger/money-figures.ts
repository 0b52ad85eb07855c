import type { LedgerAccountRow } from './account-totals-repository.ts';
import type { PostingKind } from './posting-kinds.ts';

/** Accounts in another currency have its code as a suffix. */
const FOREIGN = /:[A-Z0-9]+$/;
const GOODS = /^(escrow|sales)$/;

/**
 * The words for money, and the only place that says what they mean. `paid in` and `paid back` are those of the orders; the
 * orders' list and export sum the same for each order. What was paid back stays paid back when it is later sent from the
 * wallet to a card, so it is not counted again. Paid in less paid back is earned, or still held by groups.
 */
export function listMoneyFigures(all: readonly LedgerAccountRow[]): { what: string; naira: number }[] {
  const accounts = all.filter(({ account }) => !FOREIGN.test(account));
  const sumOf = (code: RegExp, kobo: (one: LedgerAccountRow) => number) =>
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
  // Minus zero would be shown.
  return figures.map(([what, kobo]) => ({ what, naira: kobo / 100 || 0 }));
}
