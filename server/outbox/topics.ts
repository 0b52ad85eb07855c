import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { FACT_FIELDS, ShopperFact } from '#contract/notifications/facts.ts';

/**
 * Every topic of the outbox, with what a row of it says and the job that works it off. SQL functions write rows too:
 * what is read is checked against this. A new topic needs a migration that lets it into the table.
 *
 * @source jobs.md
 */

const Id = Type.String();

/** What the members of a group are told, or those of one pickup centre, in steps. */
const { status, ...groupFields } = FACT_FIELDS.group_update;
const fanOut = {
  ...groupFields,
  /** The last member told; absent at the start. */
  after: Type.Optional(Id),
};

export const TOPICS = {
  /** What one shopper is told. */
  notice: { job: 'outbox', payload: ShopperFact },
  'group.successful': { job: 'outbox', payload: Type.Object(fanOut) },
  'group.update': { job: 'outbox', payload: Type.Object({ ...fanOut, status }) },
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
    payload: Type.Object({ userId: Id, noticeId: Id, endpoint: Type.String() }),
  },
  /** A kept webhook. The claim is the webhook's, not yet the provider's. */
  provider_event: {
    job: 'provider-events',
    payload: Type.Object({ eventId: Type.Number(), transactionId: Id, status: Type.String() }),
  },
  /** A kept webhook about a refund or a chargeback. */
  provider_reversal: { job: 'provider-events', payload: Type.Object({ eventId: Type.Number() }) },
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
