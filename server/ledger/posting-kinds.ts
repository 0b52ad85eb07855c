/**
 * The reason that a shopper sees for each kind of posting. The comments give the ref and the entries of each; money.md
 * is drawn from them.
 */
export const POSTING_REASONS = {
  /** (payment's reference) provider −card; wallet −its part; escrow:{group} + each group line; sales + each solo line */
  order_payment: 'ORDER',
  /** (provider's id) provider −excess; wallet +excess */
  overpaid: 'REFUND',
  /** (provider's id) provider −received; wallet +received: paid, but the order can no longer be created */
  late_credit: 'REFUND',
  /** (group) at `secured`: escrow −balance; sales +balance */
  group_release: 'GROUP_RELEASE',
  /** (order item) at `failed`: escrow −(paid − refunded); wallet + the same; nothing when 0 */
  group_refund: 'REFUND',
  /** (group) when a released group fails: sales −x; escrow +x for its uncollected items */
  group_unrelease: 'GROUP_UNRELEASE',
  /** (item:audit id, item:leave, or item:less:kept) escrow or sales −x; wallet +x: by an operator, by leaving the group, or by taking less */
  item_refund: 'REFUND',
  /** (user:round) promo:referral −bonus; wallet +bonus */
  referral_bonus: 'REFERRAL_BONUS',
  /** (invited shopper) promo:referral −x; wallet +x */
  referral_welcome: 'Welcome Reward',
  /** (audit id) promo:goodwill −x; wallet +x */
  goodwill: 'Goodwill',
  /** (shopper) wallet −balance; promo:goodwill +balance: the account is deleted */
  wallet_given_up: 'Given up',
  /** (provider's id) provider −x; suspense +x: the owner is unknown, or the money is not cleared yet */
  unmatched: 'UNMATCHED',
  /** (provider's id) suspense −x; wallet +x: by an operator, or automatically at `due_at` for naira of a known payer */
  review_release: 'REFUND',
  /** (provider's id) suspense −x; refunds:card +x: suspended money is returned at the provider */
  review_return: 'REFUND',
  /** (our refund) wallet −x; refunds:card +x: a card refund is requested, before the provider is called */
  card_refund: 'Refund to your card',
  /** (our refund) refunds:card −x; wallet +x: the provider has not sent it */
  card_refund_failed: 'REFUND',
  /** (refund:id, or chargeback:id) refunds:card or chargebacks −x; provider +x: money went back to a card */
  reversal: 'CARD_REVERSAL',
  /** (the same) provider −x; refunds:card or chargebacks +x: a refund that failed, a dispute that we won */
  reversal_undone: 'CARD_REVERSAL',
  /** (the same:amount before) wallet −x; refunds:card or chargebacks +x: it had received the same money */
  reversal_collected: 'Paid back to your card',
  /** (the same) refunds:card or chargebacks −x; wallet +x: the collected amount of an undone reversal */
  reversal_credited: 'REFUND',
  /** (payout's id) provider +net and fee; bank −net; fees:{provider} −fee: a payout to the shop */
  settlement: 'SETTLEMENT',
} as const;

export type PostingKind = keyof typeof POSTING_REASONS;

/**
 * @param kind of a row, perhaps posted by a later release. @param stored the row's own reason, which takes precedence.
 */
export function getPostingReason(kind: string, stored: string): string {
  return (POSTING_REASONS as Readonly<Record<string, string>>)[kind] ?? stored;
}
