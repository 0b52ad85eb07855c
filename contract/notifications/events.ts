import { type Static, type TObject, Type } from 'typebox';

/**
 * Schemas of the events in the outbox that become notifications. Amounts are in kobo. Never remove a field and add only
 * optional ones, because stored events must stay readable.
 * @source jobs.md
 */

const Id = Type.String();
const Kobo = Type.Integer();

/** Times of a group's goods at the shopper's pickup centre, ISO 8601. Messages show the expected days from them. */
const times = {
  fullAt: Type.Optional(Type.String()),
  expectedBy: Type.Optional(Type.String()),
  readyAt: Type.Optional(Type.String()),
  collectBy: Type.Optional(Type.String()),
};

export const NOTIFICATION_EVENT_FIELD_SCHEMAS = {
  payment_successful: {
    reference: Type.String(),
    totalKobo: Kobo,
    method: Type.Enum(['wallet_only', 'wallet_and_flutterwave', 'flutterwave_only']),
  },
  payment_failed: {
    reference: Type.String(),
    reason: Type.String(),
    /** `returned`: the payment had succeeded, but its money goes back to the card. */
    end: Type.Optional(Type.Literal('returned')),
  },
  /** The shopper's money arrived, but no order could be created, so it was credited to the wallet. */
  payment_credited: { reference: Type.String(), receivedKobo: Kobo },
  wallet: {
    /** Ledger transaction id: a bigint, sent as a string. */
    txId: Type.Union([Type.Integer(), Type.String()]),
    reason: Type.String(),
    oldBalanceKobo: Kobo,
    newBalanceKobo: Kobo,
  },
  group_secured: { groupId: Id, ...times },
  group_update: {
    groupId: Id,
    status: Type.String(),
    /** Id of a pickup centre: when it is set, only members with goods at this centre are notified. */
    centreId: Type.Optional(Id),
    /** How often the group has changed to this status. A repeated change is a new notification, not a duplicate. */
    round: Type.Optional(Type.Number()),
    ...times,
  },
  group_moved: { groupId: Id },
  pickup_reminder: {
    groupId: Id,
    hours: Type.Number(),
    /** How often these goods were announced as ready and then withdrawn; another reminder is no duplicate. */
    round: Type.Optional(Type.Number()),
    ...times,
  },
  referral_bonus: { userId: Id, round: Type.Integer(), amountKobo: Kobo },
  new_referral: { refereeId: Id },
  /** A shopper asked to be told when a group of this product opens, and one can be joined now. */
  group_opened: { groupId: Id, slug: Type.String() },
  /** `percent` is the share of the minimum that was reached at the time of the notification. */
  group_almost_full: { groupId: Id, slug: Type.String(), percent: Type.Integer() },
  /** `at` is the time of the shop's answer, ISO 8601; a changed answer is a new notification. */
  review_answered: { reviewId: Type.Integer(), productId: Id, slug: Type.String(), at: Type.String() },
  security: {
    change: Type.Enum(['password_changed', 'recovery_key_changed', 'session_revoked']),
    /** ISO 8601. */
    at: Type.String(),
  },
} as const;

export type NotificationEventKind = keyof typeof NOTIFICATION_EVENT_FIELD_SCHEMAS;
export type NotificationEventOfKind<K extends NotificationEventKind> = { fact: K } & Static<
  TObject<(typeof NOTIFICATION_EVENT_FIELD_SCHEMAS)[K]>
>;
export type NotificationEvent = {
  [K in NotificationEventKind]: NotificationEventOfKind<K>;
}[NotificationEventKind];
export type ShopperNotificationEvent = NotificationEvent & { userId: string };

export const ShopperNotificationEvent = Type.Unsafe<ShopperNotificationEvent>(
  Type.Union(
    Object.entries(NOTIFICATION_EVENT_FIELD_SCHEMAS).map(([kind, fields]) =>
      Type.Object({ fact: Type.Literal(kind), userId: Id, ...fields }),
    ),
  ),
);
