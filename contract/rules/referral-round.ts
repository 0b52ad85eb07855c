import { REFERRAL_BONUS_NAIRA, REFERRAL_GROUP_SIZE } from '../limits.ts';

/** Referral rounds: a bonus for every three referrals that count. @source spec sections 4 and 9, money.md */

/** Full rounds in a number of referrals (floor division). */
export function completedRounds(referrals: number): number {
  return Math.max(0, Math.floor(referrals / REFERRAL_GROUP_SIZE));
}

/** Naira earned by a number of rounds. */
export function bonusEarnedNaira(rounds: number): number {
  return Math.max(0, rounds) * REFERRAL_BONUS_NAIRA;
}

/** A guess of the referrals from the wallet's balance; used only where no total is provided. */
export function estimatedReferrals(balanceNaira: number): number {
  return Math.max(0, Math.floor(balanceNaira / REFERRAL_BONUS_NAIRA)) * REFERRAL_GROUP_SIZE;
}

/** The next threshold once `roundsPaid` rounds are paid. */
export function nextThreshold(roundsPaid: number): number {
  return REFERRAL_GROUP_SIZE * (roundsPaid + 1);
}
