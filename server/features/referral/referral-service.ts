import { screenPathPatterns } from '#contract/addresses.ts';
import {
  calculateNextBonusThreshold,
  calculateReferralEarningsNaira,
} from '#contract/rules/people/referral-round.ts';
import { formatShortName } from '#contract/rules/people/short-name.ts';
import type { ReferralInfo, ReferralStats } from '#contract/schemas/referral.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { findReferralSummary, findReferrals } from './referral-repository.ts';

/** Maximum number of referees in the reply, so that it stays small; the totals include all. */
const REFEREES_SHOWN = 200;

export interface ReferralService {
  info(db: Queryable, userId: string): Promise<ReferralInfo>;
  stats(db: Queryable, userId: string): Promise<ReferralStats>;
}

/**
 * Creates the reader of the referral page's data.
 * @param publicUrl the shop's origin, for the invitation link.
 * @source money.md
 */
export function createReferralService(publicUrl: string): ReferralService {
  return {
    async info(db, userId) {
      const figures = await findReferralSummary(db, userId);
      if (!figures) throw new DomainError('unauthorized');
      const referees = await findReferrals(db, userId, REFEREES_SHOWN);
      return {
        referralCode: figures.code,
        referralLink: `${publicUrl}${screenPathPatterns.register}?ref=${figures.code}`,
        referredUsers: referees.map((referee) => ({
          id: referee.id,
          name: formatShortName(referee.name),
          joinedAt: referee.joinedAt.toISOString(),
          active: referee.isCounted,
        })),
        hasReceivedBonus: figures.roundsPaid > 0,
        referralCount: figures.counted,
        nextBonusThreshold: calculateNextBonusThreshold(figures.roundsPaid),
        totalEarnings: calculateReferralEarningsNaira(figures.roundsPaid),
        totalReferrals: figures.counted,
        completedRounds: figures.roundsPaid,
      };
    },

    async stats(db, userId) {
      const figures = await findReferralSummary(db, userId);
      if (!figures) throw new DomainError('unauthorized');
      const nextBonusAt = calculateNextBonusThreshold(figures.roundsPaid);
      return {
        success: true,
        totalReferrals: figures.counted,
        bonusEarned: calculateReferralEarningsNaira(figures.roundsPaid),
        nextBonusAt,
        remainingForBonus: Math.max(0, nextBonusAt - figures.counted),
        completedRounds: figures.roundsPaid,
      };
    },
  };
}
