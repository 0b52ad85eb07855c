import { REFERRAL_BONUS_NAIRA, REFERRALS_PER_BONUS } from '../../limits.ts';

/** A bonus is paid for every three counted referrals. @source spec sections 4 and 9, money.md */
export function countEarnedReferralBonuses(referralCount: number): number {
  return Math.max(0, Math.floor(referralCount / REFERRALS_PER_BONUS));
}

export function calculateReferralEarningsNaira(bonusCount: number): number {
  return Math.max(0, bonusCount) * REFERRAL_BONUS_NAIRA;
}

/** Estimates the number of referrals from the wallet's balance, for replies of older servers, which lack the number. */
export function estimateReferralCountFromBalance(balanceNaira: number): number {
  return Math.max(0, Math.floor(balanceNaira / REFERRAL_BONUS_NAIRA)) * REFERRALS_PER_BONUS;
}

/** @returns how many referrals a shopper needs in total for the next bonus. */
export function calculateNextBonusThreshold(bonusesPaid: number): number {
  return REFERRALS_PER_BONUS * (bonusesPaid + 1);
}
