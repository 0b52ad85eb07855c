import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api/api-errors.ts';
import {
  EMPTY_REFERRAL_INFO,
  EMPTY_REFERRAL_STATS,
  referralInfoQuery,
  referralStatsQuery,
} from './referral-queries.ts';

test.each([
  ['info', referralInfoQuery('ada')],
  ['stats', referralStatsQuery('ada')],
])(
  '%s are tried three times more, a second apart, but not with a refused session',
  (_, { retry, retryDelay }) => {
    if (typeof retry !== 'function') throw new Error('no rule of its own');
    expect([0, 2, 3].map((failures) => retry(failures, new NetworkError()))).toEqual([true, true, false]);
    expect(retry(0, new ApiError(402, {}, null))).toBe(true);
    expect(retry(0, new ApiError(401, {}, null))).toBe(false);
    expect(retryDelay).toBe(1_000);
  },
);

test('until an answer comes nothing is counted, and three friends make a round', () => {
  expect(EMPTY_REFERRAL_INFO).toEqual({
    referralCode: '',
    referralLink: '',
    referredUsers: [],
    hasReceivedBonus: false,
    referralCount: 0,
    nextBonusThreshold: 3,
    totalEarnings: 0,
    totalReferrals: 0,
    completedRounds: 0,
  });
  expect(EMPTY_REFERRAL_STATS).toEqual({
    totalReferrals: 0,
    bonusEarned: 0,
    nextBonusAt: 3,
    remainingForBonus: 3,
    completedRounds: 0,
  });
});
