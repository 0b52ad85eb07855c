import { REFERRAL_BONUS_NAIRA, REFERRAL_GROUP_SIZE } from '../limits.ts';

/** A bonus is paid for every three counted referrals. @source spec sections 4 and 9, money.md */
export function completedRounds(referrals: number): number {
  return Math.max(0, Math.floor(referrals / REFERRAL_GROUP_SIZE));
}

export function bonusEarnedNaira(rounds: number): number {
  return Math.max(0, rounds) * REFERRAL_BONUS_NAIRA;
}

/** Estimates the referrals from the wallet's balance, for servers that send no total. */
export function estimatedReferrals(balanceNaira: number): number {
  return Math.max(0, Math.floor(balanceNaira / REFERRAL_BONUS_NAIRA)) * REFERRAL_GROUP_SIZE;
}

/** @returns the referral count that earns the next bonus. */
export function nextThreshold(roundsPaid: number): number {
  return REFERRAL_GROUP_SIZE * (roundsPaid + 1);
}
