import { type Static, Type } from 'typebox';
import { IsoTimestamp, NairaAmount, Uuid } from './basics.ts';

const ReferredUser = Type.Object({
  /** Id of the referral; its notification has the key `referral:{id}`. */
  id: Uuid,
  name: Type.String(),
  joinedAt: IsoTimestamp,
  active: Type.Boolean(),
});

export const ReferralInfo = Type.Object({
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
export type ReferralInfo = Static<typeof ReferralInfo>;
export const ReferralInfoReply = Type.Object({ success: Type.Literal(true), ...ReferralInfo.properties });
export type ReferralInfoReply = Static<typeof ReferralInfoReply>;

export const ReferralStats = Type.Object({
  success: Type.Literal(true),
  totalReferrals: Type.Integer(),
  bonusEarned: NairaAmount,
  nextBonusAt: Type.Integer(),
  remainingForBonus: Type.Integer(),
  completedRounds: Type.Integer(),
});
export type ReferralStats = Static<typeof ReferralStats>;
