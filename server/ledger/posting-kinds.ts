/**
 * Every kind of posting, with the reason that the wallet's history and its notification give. Over each: what its ref
 * is, then its entries, which money.md lists.
 */
export const POSTING_REASONS = {
  /** (payment's reference) provider −card; wallet −its part; escrow:{group} + each group line; sales + each solo line */
  order_payment: 'ORDER',
  /** (provider's id) provider −excess; wallet +excess */
  overpaid: 'REFUND',
  /** (provider's id) provider −received; wallet +received: paid, but the order can no longer be made */
  late_credit: 'REFUND',
  /** (group) at `secured`: escrow −balance; sales +balance */
  group_release: 'GROUP_RELEASE',
  /** (order item) at `failed`: escrow −(paid − refunded); wallet + the same; nothing when 0 */
  group_refund: 'REFUND',
  /** (group) when a released group fails: sales −x; escrow +x: its uncollected items, so that refunds come from escrow */
  group_unrelease: 'GROUP_UNRELEASE',
  /** (item:audit id, or item:leave) escrow or sales −x; wallet +x: by the operator, or by leaving the group */
  item_refund: 'REFUND',
  /** (user:round) promo:referral −bonus; wallet +bonus */
  referral_bonus: 'REFERRAL_BONUS',
  /** (invited shopper) promo:referral −x; wallet +x */
  referral_welcome: 'Welcome Reward',
  /** (audit id) promo:goodwill −x; wallet +x */
  goodwill: 'Goodwill',
  /** (shopper) wallet −balance; promo:goodwill +balance: the account is deleted */
  wallet_given_up: 'Given up',
  /** (provider's id) provider −x; suspense +x: nobody's, or not ours to spend yet */
  unmatched: 'UNMATCHED',
  /** (provider's id) suspense −x; wallet +x: by the operator, or by itself at `due_at` for naira of a known payer */
  review_release: 'REFUND',
  /** (provider's id) suspense −x; refunds:card +x: parked money is given back at the provider */
  review_return: 'REFUND',
  /** (our refund) wallet −x; refunds:card +x: a refund to the card is asked for, before the provider is */
  card_refund: 'Refund to your card',
  /** (our refund) refunds:card −x; wallet +x: the provider has not sent it */
  card_refund_failed: 'REFUND',
  /** (refund:id, or chargeback:id) refunds:card or chargebacks −x; provider +x: money went back to a card */
  reversal: 'CARD_REVERSAL',
  /** (the same) provider −x; refunds:card or chargebacks +x: a refund that failed, a dispute that we won */
  reversal_undone: 'CARD_REVERSAL',
  /** (the same:what was collected before) wallet −x; refunds:card or chargebacks +x: it had got the same money */
  reversal_collected: 'Paid back to your card',
  /** (the same) refunds:card or chargebacks −x; wallet +x: what was collected, of one that is undone */
  reversal_credited: 'REFUND',
  /** (payout's id) provider +net and fee; bank −net; fees:{provider} −fee: what it paid out to us */
  settlement: 'SETTLEMENT',
} as const;

export type PostingKind = keyof typeof POSTING_REASONS;

/** @param kind of a row, which a later release may have posted. @param stored its own reason, which then counts. */
export function reasonOf(kind: string, stored: string): string {
  return (POSTING_REASONS as Readonly<Record<string, string>>)[kind] ?? stored;
}
