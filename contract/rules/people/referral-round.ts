import { REFERRAL_BONUS_NAIRA, REFERRALS_PER_BONUS } from '../../limits.ts';

/** A bonus is paid for every three counted referrals. @source spec sections 4 and 9, money.md */
export function countCompletedReferralRounds(referrals: number): number {
  return Math.max(0, Math.floor(referrals / REFERRALS_PER_BONUS));
}

export function calculateReferralBonusNaira(rounds: number): number {
  return Math.max(0, rounds) * REFERRAL_BONUS_NAIRA;
}

/** Estimates the number of referrals from the wallet's balance; older servers send no number. */
export function estimateReferralCountFromBalance(balanceNaira: number): number {
  return Math.max(0, Math.floor(balanceNaira / REFERRAL_BONUS_NAIRA)) * REFERRALS_PER_BONUS;
}

/** @returns the referral count that earns the next bonus. */
export function calculateNextBonusThreshold(roundsPaid: number): number {
  return REFERRALS_PER_BONUS * (roundsPaid + 1);
}
