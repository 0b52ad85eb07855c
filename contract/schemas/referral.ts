import { type Static, Type } from 'typebox';
import { IsoTimestamp, NairaAmount, Uuid } from './basics.ts';

const ReferredUser = Type.Object({
  /** Id of the referral; its notification has the key `referral:{id}`. */
  id: Uuid,
  name: Type.String(),
  joinedAt: IsoTimestamp,
  active: Type.Boolean(),
});

export const ReferralOverview = Type.Object({
  referralCode: Type.String(),
  referralLink: Type.String(),
  referredUsers: Type.Array(ReferredUser),
  hasReceivedBonus: Type.Boolean(),
  referralCount: Type.Integer(),
  nextBonusThreshold: Type.Integer(),
  totalEarnings: NairaAmount,
  totalReferrals: Type.Integer(),
  completedRounds: Type.Integer(),
});
export type ReferralOverview = Static<typeof ReferralOverview>;
export const ReferralOverviewReply = Type.Object({
  success: Type.Literal(true),
  ...ReferralOverview.properties,
});
export type ReferralOverviewReply = Static<typeof ReferralOverviewReply>;

export const ReferralStats = Type.Object({
  success: Type.Literal(true),
  totalReferrals: Type.Integer(),
  bonusEarned: NairaAmount,
  nextBonusAt: Type.Integer(),
  remainingForBonus: Type.Integer(),
  completedRounds: Type.Integer(),
});
export type ReferralStats = Static<typeof ReferralStats>;
