import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';

/**
 * Every topic of the outbox, with what a row of it says and the job that works it off. SQL functions write rows too:
 * what is read is checked against this. A new topic needs a migration that lets it into the table.
 *
 * @source jobs.md
 */

const Id = Type.String();
const Kobo = Type.Integer();

function fact<Name extends string, Fields extends TProperties>(name: Name, fields: Fields) {
  return Type.Object({ fact: Type.Literal(name), userId: Id, ...fields });
}

/** What one shopper is told. */
const Notice = Type.Union([
  fact('payment_successful', {
    reference: Type.String(),
    totalKobo: Kobo,
    method: Type.Enum(['wallet_only', 'wallet_and_flutterwave', 'flutterwave_only']),
  }),
  fact('payment_failed', { reference: Type.String(), reason: Type.String() }),
  fact('payment_credited', { reference: Type.String(), receivedKobo: Kobo }),
  fact('wallet', {
    txId: Type.Integer(),
    reason: Type.String(),
    oldBalanceKobo: Kobo,
    newBalanceKobo: Kobo,
  }),
  fact('group_secured', { groupId: Id }),
  fact('group_moved', { groupId: Id }),
  fact('pickup_reminder', { groupId: Id, hours: Type.Number() }),
  fact('referral_bonus', { round: Type.Integer(), amountKobo: Kobo }),
  fact('new_referral', { refereeId: Id }),
  fact('security', {
    change: Type.Enum(['password_changed', 'recovery_key_changed', 'session_revoked']),
    at: Type.String(),
  }),
]);

/** What the members of a group are told, or those of one pickup centre. */
const groupFields = {
  groupId: Id,
  centreId: Type.Optional(Id),
  /** Tells repeated facts of one status apart (a second review). */
  round: Type.Optional(Type.Number()),
  /** The last member told; absent at the start. */
  after: Type.Optional(Id),
};

export const TOPICS = {
  notice: { job: 'outbox', payload: Notice },
  'group.successful': { job: 'outbox', payload: Type.Object(groupFields) },
  'group.update': { job: 'outbox', payload: Type.Object({ ...groupFields, status: Type.String() }) },
  /** Somebody has paid into a group. */
  join: {
    job: 'outbox',
    payload: Type.Object({ productId: Id, groupId: Id, userId: Id, at: Type.String() }),
  },
  /** A group's progress fell. */
  progress: { job: 'outbox', payload: Type.Object({ productId: Id }) },
  /** A referral may count now, or no longer: of one shopper, or of each in a group. */
  referral: {
    job: 'referral',
    payload: Type.Object({ userId: Type.Optional(Id), groupId: Type.Optional(Id) }),
  },
  push: {
    job: 'push',
    // Without a shopper in rows of an older release.
    payload: Type.Object({ userId: Type.Optional(Id), noticeId: Id, endpoint: Type.String() }),
  },
  /** A kept webhook. The claim is the webhook's, not yet the provider's. */
  provider_event: {
    job: 'provider-events',
    payload: Type.Object({ eventId: Type.Number(), transactionId: Type.Number(), status: Type.String() }),
  },
} as const satisfies Readonly<Record<string, { job: string; payload: TSchema }>>;

export type Topic = keyof typeof TOPICS;
export type Payload<T extends Topic> = Static<(typeof TOPICS)[T]['payload']>;
/** The topics that one job works off. */
export type TopicOf<Job extends string> = {
  [T in Topic]: (typeof TOPICS)[T]['job'] extends Job ? T : never;
}[Topic];

/** A row that a newer release wrote: it waits for that release. */
export class UnknownPayload extends Error {
  override name = 'UnknownPayload';
}

/** @returns whether this release knows what the row says. */
export function isPayloadOf<T extends Topic>(topic: T, payload: unknown): payload is Payload<T> {
  return Check(TOPICS[topic].payload, payload);
}
