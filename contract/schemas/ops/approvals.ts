import { type Static, Type } from 'typebox';
import { DataReply, IsoTimestamp, ListReply, NullableString, RowId, Uuid } from '../basics.ts';

/** Actions that wait for a second operator's approval. Amounts are in naira. */

/** A proposal: an action that was stored until a second operator approves it or it expires. */
export const OpsProposalIdAndExpiry = Type.Object({ id: Type.Integer(), expiresAt: IsoTimestamp });
export type OpsProposalIdAndExpiry = Static<typeof OpsProposalIdAndExpiry>;

/** Extra reply fields of an action that may need approval (status 202). */
export const approvalReplyFields = {
  proposal: Type.Optional(OpsProposalIdAndExpiry),
  underWay: Type.Optional(Type.Literal(true)),
};

/** The reply with status 202: the action waits for a second operator (`proposal`) or is still running (`underWay`). */
export const OpsActionPendingReply = DataReply(Type.Object({}), approvalReplyFields);

/**
 * The records that an action affects, to which the console links. A record that the action does not affect is absent.
 */
export const OpsRecordsAffectedByAction = Type.Partial(
  Type.Object({
    userId: Uuid,
    shopper: Type.String(),
    trackingNumber: Type.String(),
    reference: Type.String(),
    groupId: Uuid,
    product: Type.String(),
  }),
);
export type OpsRecordsAffectedByAction = Static<typeof OpsRecordsAffectedByAction>;

/** Describes the effects of an action, one sentence each. */
export const OpsActionEffectSentences = Type.Array(Type.String());

export const OpsActionProposalsReply = ListReply({
  id: Type.Integer(),
  command: Type.String(),
  words: Type.Array(Type.String()),
  options: Type.Record(Type.String(), Type.String()),
  reason: Type.String(),
  about: OpsRecordsAffectedByAction,
  says: OpsActionEffectSentences,
  /** The effects as they would be now; null: the same as when the action was proposed. */
  saysNow: Type.Union([OpsActionEffectSentences, Type.Null()]),
  /** The money that the action would move, in naira; null: the amount is in another currency. */
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
export type OpsActionProposalsReply = Static<typeof OpsActionProposalsReply>;

export const OpsActionProposalIdParams = Type.Object({ id: RowId });
export type OpsActionProposalIdParams = Static<typeof OpsActionProposalIdParams>;
