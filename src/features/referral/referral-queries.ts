import { queryOptions } from '@tanstack/react-query';
import { getReferralInfo, getReferralStats } from '#contract/member-endpoints.ts';
import { countEarnedReferralBonuses } from '#contract/rules/people/referral-round.ts';
import type { ReferralInfo, ReferralStats } from '#contract/schemas/referral.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isAbortError, isApiError } from '../../lib/api/api-errors.ts';
import { QUERY_POLL_INTERVAL_MS, QUERY_STALE_TIME_MS } from '../../lib/query/cache-times.ts';
import { createPersistedUserQueries } from '../../lib/query/create-persisted-queries.ts';

export const persistedReferralQueries = createPersistedUserQueries('referral');
export const referralQueryKeys = {
  all: persistedReferralQueries.key,
  info: (userId: string) => [...persistedReferralQueries.key(userId), 'info'] as const,
  stats: (userId: string) => [...persistedReferralQueries.key(userId), 'stats'] as const,
};

// Fetches referrals. The number of bonuses earned (`completedRounds`) is calculated, because the responses lack it.
// @source spec sections 4 and 7

/**
 * A failed fetch is retried three times, one second apart.
 * @param isPolled true: fetched again every 30 s, on the wallet page.
 */
const fetchRules = (isPolled: boolean) => ({
  staleTime: QUERY_STALE_TIME_MS.lists,
  refetchInterval: isPolled && QUERY_POLL_INTERVAL_MS.lists,
  retry: (failures: number, error: unknown) =>
    failures < 3 && !isAbortError(error) && !isApiError(error, 401),
  retryDelay: 1_000,
});

export const referralInfoQuery = (userId: string, isPolled = false) =>
  queryOptions({
    queryKey: referralQueryKeys.info(userId),
    queryFn: async ({ signal }): Promise<ReferralInfo> => {
      const info = await callApi(getReferralInfo, {}, signal);
      const total = info.totalReferrals ?? info.referralCount;
      return { ...info, completedRounds: info.completedRounds ?? countEarnedReferralBonuses(total) };
    },
    ...fetchRules(isPolled),
  });

export const referralStatsQuery = (userId: string, isPolled = false) =>
  queryOptions({
    queryKey: referralQueryKeys.stats(userId),
    queryFn: async ({ signal }): Promise<ReferralStats> => {
      const stats = await callApi(getReferralStats, {}, signal);
      return {
        ...stats,
        completedRounds: stats.completedRounds ?? countEarnedReferralBonuses(stats.totalReferrals),
      };
    },
    ...fetchRules(isPolled),
  });

/** The values that screens show until the server has responded. @source spec section 3 (client defaults) */
export const EMPTY_REFERRAL_INFO: ReferralInfo = {
  referralCode: '',
  referralLink: '',
  referredUsers: [],
  hasReceivedBonus: false,
  referralCount: 0,
  nextBonusThreshold: 3,
  totalEarnings: 0,
  totalReferrals: 0,
  completedRounds: 0,
};
export const EMPTY_REFERRAL_STATS: Omit<ReferralStats, 'success'> = {
  totalReferrals: 0,
  bonusEarned: 0,
  nextBonusAt: 3,
  remainingForBonus: 3,
  completedRounds: 0,
};
