import { REFERRAL_BONUS_NAIRA, REFERRALS_PER_BONUS } from '#contract/limits.ts';
import { formatNaira } from '#contract/rules/money/money.ts';
import type { ReferralInfo } from '#contract/schemas/referral.ts';

/** Progress towards the next referral bonus, as it shows. @source spec sections 2 and 4 */
export interface BonusProgress {
  /** Number of referrals since the last bonus. */
  current: number;
  /** Number of referrals that earn a bonus. */
  needed: number;
  message: string;
  /** `Completed rounds: n | Total earned: ₦x`; null before the first bonus. */
  rounds: string | null;
  footer: string;
  isReceived: boolean;
}

/**
 * Calculates the progress towards the next bonus. @param bonusEarnedNaira bonus paid so far; above 0 means that one was
 * received.
 */
export function getBonusProgress(
  info: Pick<ReferralInfo, 'referralCount' | 'nextBonusThreshold' | 'completedRounds' | 'totalEarnings'>,
  bonusEarnedNaira: number,
): BonusProgress {
  const threshold = info.nextBonusThreshold || REFERRALS_PER_BONUS;
  const counted = Math.max(0, info.referralCount);
  const isReached = counted >= threshold;
  // The server's threshold counts all referrals (3, 6, 9 …), the progress bar only those since the last bonus.
  const before = Math.max(0, threshold - REFERRALS_PER_BONUS);
  const isReceived = bonusEarnedNaira > 0;
  return {
    current: Math.min(Math.max(0, counted - before), threshold - before),
    needed: threshold - before,
    message: isReached
      ? "Congratulations! You've reached the bonus threshold!"
      : `${threshold - counted} more referral(s) to unlock your bonus`,
    rounds:
      info.completedRounds > 0
        ? `Completed rounds: ${info.completedRounds} | Total earned: ${formatNaira(info.totalEarnings)}`
        : null,
    footer: footerOf(isReceived, isReached),
    isReceived,
  };
}

function footerOf(isReceived: boolean, isReached: boolean): string {
  if (isReceived) return 'Bonus received! Keep referring for more rewards.';
  if (isReached) return 'Bonus unlocked! It will be added to your wallet soon.';
  return `Earn ${formatNaira(REFERRAL_BONUS_NAIRA)} bonus when you refer ${REFERRALS_PER_BONUS} friends!`;
}
