import { type Static, type TObject, Type } from 'typebox';

/**
 * What a shopper is told, as facts: ids, amounts in kobo, no words. Services and SQL functions write them into the
 * outbox, which checks what it reads against these schemas. For the server: the app takes the types only.
 *
 * A field may be added as optional and is never taken away (docs/decisions/notifications-and-outbox.md).
 *
 * @source jobs.md
 */

const Id = Type.String();
const Kobo = Type.Integer();

/** The fields of each fact. */
export const FACT_FIELDS = {
  payment_successful: {
    reference: Type.String(),
    totalKobo: Kobo,
    method: Type.Enum(['wallet_only', 'wallet_and_flutterwave', 'flutterwave_only']),
  },
  payment_failed: {
    reference: Type.String(),
    reason: Type.String(),
    /** The money had come and goes back to the card: told apart from a try that failed before. */
    end: Type.Optional(Type.Literal('returned')),
  },
  /** Money arrived, but no order could be made of it. */
  payment_credited: { reference: Type.String(), receivedKobo: Kobo },
  wallet: {
    /** Of the ledger; text on the wire. */
    txId: Type.Union([Type.Integer(), Type.String()]),
    reason: Type.String(),
    oldBalanceKobo: Kobo,
    newBalanceKobo: Kobo,
  },
  group_secured: { groupId: Id },
  group_update: {
    groupId: Id,
    status: Type.String(),
    /** Only the members of this pickup centre are told. */
    centreId: Type.Optional(Id),
    /** Tells repeated facts of one status apart (a second review). */
    round: Type.Optional(Type.Number()),
  },
  group_moved: { groupId: Id },
  pickup_reminder: {
    groupId: Id,
    hours: Type.Number(),
    /** How often the batch was taken back before its goods were ready. */
    round: Type.Optional(Type.Number()),
  },
  referral_bonus: { userId: Id, round: Type.Integer(), amountKobo: Kobo },
  new_referral: { refereeId: Id },
  security: {
    change: Type.Enum(['password_changed', 'recovery_key_changed', 'session_revoked']),
    /** ISO 8601. */
    at: Type.String(),
  },
} as const;

export type NotificationKind = keyof typeof FACT_FIELDS;
export type FactOf<K extends NotificationKind> = { fact: K } & Static<TObject<(typeof FACT_FIELDS)[K]>>;
/** A fact of any kind. */
export type NotificationFact = { [K in NotificationKind]: FactOf<K> }[NotificationKind];
/** A fact that one shopper is told. */
export type ShopperFact = NotificationFact & { userId: string };

export const ShopperFact = Type.Unsafe<ShopperFact>(
  Type.Union(
    Object.entries(FACT_FIELDS).map(([kind, fields]) =>
      Type.Object({ fact: Type.Literal(kind), userId: Id, ...fields }),
    ),
  ),
);
