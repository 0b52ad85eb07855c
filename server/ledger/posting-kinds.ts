/**
 * The reason that a shopper sees for each kind of posting. The table in money.md is generated from each kind's
 * comment.
 */
export const POSTING_REASONS = {
  /**
   * A payment becomes an order: debits `provider` and the wallet by their parts; credits `escrow:{group}` with each
   * group line and `sales` with each solo line. Ref: the payment's reference.
   */
  order_payment: 'ORDER',
  /**
   * A payer paid more than the order costs: debits `provider` and credits the wallet by the excess. Ref: the provider's
   * transaction id.
   */
  overpaid: 'REFUND',
  /**
   * The order of a payment can no longer be created: debits `provider` and credits the wallet by the amount received.
   * Ref: the provider's transaction id.
   */
  late_credit: 'REFUND',
  /** A group is secured: debits its escrow account by the balance and credits `sales`. Ref: the group's id. */
  group_release: 'GROUP_RELEASE',
  /**
   * A group fails: debits its escrow account and credits the wallet by the unrefunded amount of an item. Ref: the
   * order item's id.
   */
  group_refund: 'REFUND',
  /**
   * A group fails whose money is already in `sales`: debits `sales` and credits its escrow account by the amount of
   * uncollected items. Ref: the group's id.
   */
  group_unrelease: 'GROUP_UNRELEASE',
  /**
   * An operator refunds an item, or its buyer leaves the group or takes less: debits escrow or `sales` and credits the
   * wallet. Ref: `{item}:{audit id}`, `{item}:leave`, or `{item}:less:{quantity kept}`.
   */
  item_refund: 'REFUND',
  /**
   * A round of referrals is complete: debits `promo:referral` and credits the referrer's wallet by the bonus. Ref:
   * `{user}:{round}`.
   */
  referral_bonus: 'REFERRAL_BONUS',
  /**
   * An invited shopper's referral counts: debits `promo:referral` and credits this shopper's wallet. Ref: the invited
   * shopper's id.
   */
  referral_welcome: 'Welcome Reward',
  /** An operator credits a shopper: debits `promo:goodwill` and credits the wallet. Ref: the audit row's id. */
  goodwill: 'Goodwill',
  /** An account is deleted: debits the wallet by its balance and credits `promo:goodwill`. Ref: the shopper's id. */
  wallet_given_up: 'Given up',
  /**
   * Money has no known payer or is not cleared yet: debits `provider` and credits `suspense`. Ref: the provider's
   * transaction id.
   */
  unmatched: 'UNMATCHED',
  /**
   * An operator, or a job at the deadline, credits suspended money to its payer: debits `suspense` and credits the
   * wallet. Ref: the provider's transaction id.
   */
  review_release: 'REFUND',
  /**
   * Suspended money is returned at the provider: debits `suspense` and credits `refunds:card`. Ref: the provider's
   * transaction id.
   */
  review_return: 'REFUND',
  /** A refund to a card is requested: debits the wallet and credits `refunds:card`. Ref: the card refund's id. */
  card_refund: 'Refund to your card',
  /**
   * The provider has not made a requested card refund: debits `refunds:card` and credits the wallet. Ref: the card
   * refund's id.
   */
  card_refund_failed: 'REFUND',
  /**
   * Money went back to a card: debits `refunds:card` or `chargebacks` and credits `provider`. Ref: `refund:{id}` or
   * `chargeback:{id}`.
   */
  reversal: 'CARD_REVERSAL',
  /**
   * A refund failed or the shop won a dispute: debits `provider` and credits `refunds:card` or `chargebacks`. Ref: the
   * reversal's ref.
   */
  reversal_undone: 'CARD_REVERSAL',
  /**
   * Money went back to a card, but the wallet had received it too: debits the wallet and credits `refunds:card` or
   * `chargebacks`. Ref: the reversal's ref, with the amount collected before.
   */
  reversal_collected: 'Paid back to your card',
  /**
   * A reversal is undone: debits `refunds:card` or `chargebacks` and credits the wallet by the collected amount. Ref:
   * the reversal's ref.
   */
  reversal_credited: 'REFUND',
  /**
   * The provider pays out to the shop: credits `provider` by net amount and fee, debits `bank` by the net amount and
   * `fees:{provider}` by the fee. Ref: the payout's id.
   */
  settlement: 'SETTLEMENT',
} as const;

export type PostingKind = keyof typeof POSTING_REASONS;

/** @param storedReason the row's own reason, used for a kind that only a later release knows. */
export function getPostingReason(kind: string, storedReason: string): string {
  return (POSTING_REASONS as Readonly<Record<string, string>>)[kind] ?? storedReason;
}
