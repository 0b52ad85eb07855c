import { type Static, Type } from 'typebox';
import { EMAIL_LENGTH_MAX, OPERATOR_REASON_LENGTH_MAX } from '../../limits.ts';
import { IsoTimestamp, ListReply, NullableIsoTimestamp, TextUpTo } from '../basics.ts';

/** Referrals that do not count until an operator has reviewed them. */
export const OpsFlaggedReferralsReply = ListReply({
  friend: Type.String(),
  referrer: Type.String(),
  flags: Type.Array(Type.String()),
  joinedAt: IsoTimestamp,
  qualifiedAt: NullableIsoTimestamp,
});
export type OpsFlaggedReferralsReply = Static<typeof OpsFlaggedReferralsReply>;

export const OpsReviewFlaggedReferralBody = Type.Object({
  email: TextUpTo(EMAIL_LENGTH_MAX),
  reason: TextUpTo(OPERATOR_REASON_LENGTH_MAX),
});
export type OpsReviewFlaggedReferralBody = Static<typeof OpsReviewFlaggedReferralBody>;
