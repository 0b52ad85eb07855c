import { type Static, type TObject, Type } from 'typebox';

/**
 * A fact is the event behind a notification: ids and amounts in kobo, no text. Services and SQL functions write
 * facts into the outbox, which validates them against these schemas. The app imports only the types. A field may be
 * added as optional but never removed (docs/decisions/notifications-and-outbox.md).
 *
 * @source jobs.md
 */

const Id = Type.String();
const Kobo = Type.Integer();

export const NOTIFICATION_FACT_FIELDS = {
  payment_successful: {
    reference: Type.String(),
    totalKobo: Kobo,
    method: Type.Enum(['wallet_only', 'wallet_and_flutterwave', 'flutterwave_only']),
  },
  payment_failed: {
    reference: Type.String(),
    reason: Type.String(),
    /** `returned`: the payment succeeded and the money goes back to the card. */
    end: Type.Optional(Type.Literal('returned')),
  },
  /** Money arrived, but no order could be created for it. */
  payment_credited: { reference: Type.String(), receivedKobo: Kobo },
  wallet: {
    /** Ledger transaction id: a bigint, sent as a string. */
    txId: Type.Union([Type.Integer(), Type.String()]),
    reason: Type.String(),
    oldBalanceKobo: Kobo,
    newBalanceKobo: Kobo,
  },
  group_secured: { groupId: Id, fullAt: Type.Optional(Type.String()) },
  group_update: {
    groupId: Id,
    status: Type.String(),
    /** Set: only the members of this pickup centre are notified. */
    centreId: Type.Optional(Id),
    /** Distinguishes repeated events with one status, such as a second review. */
    round: Type.Optional(Type.Number()),
    /** Time at which the group was full, ISO 8601; with `readyAt` it gives the days that the policy promises. */
    fullAt: Type.Optional(Type.String()),
    readyAt: Type.Optional(Type.String()),
  },
  group_moved: { groupId: Id },
  pickup_reminder: {
    groupId: Id,
    hours: Type.Number(),
    /** Count of the batch's earlier "ready" notifications that were withdrawn. */
    round: Type.Optional(Type.Number()),
    readyAt: Type.Optional(Type.String()),
  },
  referral_bonus: { userId: Id, round: Type.Integer(), amountKobo: Kobo },
  new_referral: { refereeId: Id },
  /** A group that a shopper waited for can be joined now. `slug` names its product. */
  group_opened: { groupId: Id, slug: Type.String() },
  /** Percent joined when it was noticed. */
  group_almost_full: { groupId: Id, slug: Type.String(), percent: Type.Integer() },
  /** `at`: ISO 8601; another answer is another notification. */
  review_answered: { reviewId: Type.Integer(), productId: Id, slug: Type.String(), at: Type.String() },
  security: {
    change: Type.Enum(['password_changed', 'recovery_key_changed', 'session_revoked']),
    /** ISO 8601. */
    at: Type.String(),
  },
} as const;

export type NotificationFactKind = keyof typeof NOTIFICATION_FACT_FIELDS;
export type NotificationFactOfKind<K extends NotificationFactKind> = { fact: K } & Static<
  TObject<(typeof NOTIFICATION_FACT_FIELDS)[K]>
>;
export type NotificationFact = {
  [K in NotificationFactKind]: NotificationFactOfKind<K>;
}[NotificationFactKind];
export type ShopperNotificationFact = NotificationFact & { userId: string };

export const ShopperNotificationFact = Type.Unsafe<ShopperNotificationFact>(
  Type.Union(
    Object.entries(NOTIFICATION_FACT_FIELDS).map(([kind, fields]) =>
      Type.Object({ fact: Type.Literal(kind), userId: Id, ...fields }),
    ),
  ),
);
