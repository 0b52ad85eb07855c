import { type Static, Type } from 'typebox';
import { IsoTimestamp, NullableString, RowId, Uuid } from './basics.ts';

/** These actions wait for a second person's approval. Amounts are in naira. */

/** An action that needs approval is stored as a proposal until it expires. */
export const OpsPendingProposal = Type.Object({ id: Type.Integer(), expiresAt: IsoTimestamp });
export type OpsPendingProposal = Static<typeof OpsPendingProposal>;

/** An action that may answer 202 has these extra reply fields. */
export const acceptedReplyFields = {
  proposal: Type.Optional(OpsPendingProposal),
  underWay: Type.Optional(Type.Literal(true)),
};

/**
 * With status 202, `proposal` waits for a second person. With `underWay`, a repeated call with the same key returns the
 * result.
 */
export const OpsAcceptedReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({}),
  ...acceptedReplyFields,
});

/** The console links to the people and things that an action affects; unaffected ones are absent. */
export const OpsAffectedRecords = Type.Partial(
  Type.Object({
    userId: Uuid,
    shopper: Type.String(),
    trackingNumber: Type.String(),
    reference: Type.String(),
    groupId: Uuid,
    product: Type.String(),
  }),
);
export type OpsAffectedRecords = Static<typeof OpsAffectedRecords>;

/** The effects of an action, one sentence each. */
export const OpsEffectSentences = Type.Array(Type.String());

const Proposal = Type.Object({
  id: Type.Integer(),
  command: Type.String(),
  words: Type.Array(Type.String()),
  options: Type.Record(Type.String(), Type.String()),
  reason: Type.String(),
  about: OpsAffectedRecords,
  says: OpsEffectSentences,
  /** The effects as they would be now, when they differ from the proposal's. */
  saysNow: Type.Union([OpsEffectSentences, Type.Null()]),
  /** Naira that the action would move; null: the amount is in another currency. */
  amountNaira: Type.Union([Type.Number(), Type.Null()]),
  by: Type.String(),
  isMine: Type.Boolean(),
  from: NullableString,
  at: IsoTimestamp,
  expiresAt: IsoTimestamp,
  /** The proposal's status: `open`, `done`, `failed`, `declined` or `expired`. */
  status: Type.String(),
  decidedBy: NullableString,
  message: NullableString,
});

export const OpsProposalsReply = Type.Object({ success: Type.Literal(true), data: Type.Array(Proposal) });
export type OpsProposalsReply = Static<typeof OpsProposalsReply>;

export const OpsProposalIdParams = Type.Object({ id: RowId });
export type OpsProposalIdParams = Static<typeof OpsProposalIdParams>;
