import { queryOptions } from '@tanstack/react-query';
import { getWallet } from '#contract/member-endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { POLL_INTERVAL_MS, STALE_MS } from '../../lib/cache-times.ts';
import { isSaveDataOn } from '../../lib/metered-connection.ts';
import { userQueryFamily } from '../../lib/query-families.ts';

export const walletQueryFamily = userQueryFamily('wallet');
export const walletKeys = { wallet: walletQueryFamily.key };

/**
 * Fetches the wallet every 10 s (also on a hidden page, unless Save-Data is on). It is stale after 5 s and retried
 * three times.
 */
export const walletQuery = (userId: string) =>
  queryOptions({
    queryKey: walletKeys.wallet(userId),
    queryFn: ({ signal }) => call(getWallet, {}, signal),
    staleTime: STALE_MS.wallet,
    refetchInterval: POLL_INTERVAL_MS.wallet,
    refetchIntervalInBackground: !isSaveDataOn(),
  });
