import { type Static, Type } from 'typebox';
import { Instant, NullableString, RowId } from './basics.ts';

/** What waits for a second person. Amounts in naira. */

/** An act that was asked for and not done: until when somebody may agree. */
export const OpsProposed = Type.Object({ id: Type.Integer(), expiresAt: Instant });
export type OpsProposed = Static<typeof OpsProposed>;

/** The answer 202 of any act that moves money. */
export const OpsProposedReply = Type.Object({
  success: Type.Literal(true),
  data: Type.Object({}),
  proposal: OpsProposed,
});

const Proposal = Type.Object({
  id: Type.Integer(),
  command: Type.String(),
  words: Type.Array(Type.String()),
  options: Type.Record(Type.String(), Type.String()),
  reason: Type.String(),
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
