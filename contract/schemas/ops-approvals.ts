import { type Static, Type } from 'typebox';
import { Instant, NullableString, RowId, Uuid } from './basics.ts';

/** What waits for a second person. Amounts in naira. */

/** An act that was asked for and not done: until when somebody may agree. */
export const OpsProposed = Type.Object({ id: Type.Integer(), expiresAt: Instant });
export type OpsProposed = Static<typeof OpsProposed>;

/** What the reply of an act has beside its data where it is 202. */
export const accepted = {
  proposal: Type.Optional(OpsProposed),
  underWay: Type.Optional(Type.Literal(true)),
};

/**
 * The answer 202: nothing was done yet. With `proposal` it waits for a second person; `underWay`: it goes on by itself,
 * and the same call with the same key answers how it ended.
 */
export const OpsAcceptedReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({}),
  ...accepted,
});

/** Whom and what an act is about, as links; what it does not touch is absent. */
export const OpsAbout = Type.Partial(
  Type.Object({
    userId: Uuid,
    shopper: Type.String(),
    trackingNumber: Type.String(),
    reference: Type.String(),
    groupId: Uuid,
    product: Type.String(),
  }),
);
export type OpsAbout = Static<typeof OpsAbout>;

/** All that an act would move, a sentence for each thing. */
export const OpsSays = Type.Array(Type.String());

const Proposal = Type.Object({
  id: Type.Integer(),
  command: Type.String(),
  words: Type.Array(Type.String()),
  options: Type.Record(Type.String(), Type.String()),
  reason: Type.String(),
  about: OpsAbout,
  /** What it moves, as it was when it was proposed. */
  says: OpsSays,
  /** Of an open one, where that is something else by now. */
  saysNow: Type.Union([OpsSays, Type.Null()]),
  /** What it would move; null: another currency. */
  amountNaira: Type.Union([Type.Number(), Type.Null()]),
  by: Type.String(),
  isMine: Type.Boolean(),
  from: NullableString,
  at: Instant,
  expiresAt: Instant,
  /** `open`, `done`, `failed`, `declined` or `expired`. */
  status: Type.String(),
  decidedBy: NullableString,
  message: NullableString,
});

export const OpsApprovalsReply = Type.Object({ success: Type.Literal(true), data: Type.Array(Proposal) });
export type OpsApprovalsReply = Static<typeof OpsApprovalsReply>;

export const OpsApprovalParams = Type.Object({ id: RowId });
export type OpsApprovalParams = Static<typeof OpsApprovalParams>;
