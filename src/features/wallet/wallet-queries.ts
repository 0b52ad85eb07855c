import { queryOptions } from '@tanstack/react-query';
import { getWallet } from '#contract/member-endpoints.ts';
import { callApi } from '../../lib/api/api-client.ts';
import { isSaveDataOn } from '../../lib/browser/metered-connection.ts';
import { QUERY_POLL_INTERVAL_MS, QUERY_STALE_TIME_MS } from '../../lib/query/cache-times.ts';
import { createPersistedUserQueries } from '../../lib/query/create-persisted-queries.ts';

export const persistedWalletQueries = createPersistedUserQueries('wallet');
export const walletQueryKeys = { wallet: persistedWalletQueries.key };

/** Fetches the wallet every 10 s. With Save-Data on, a hidden page fetches nothing. */
export const walletQuery = (userId: string) =>
  queryOptions({
    queryKey: walletQueryKeys.wallet(userId),
    queryFn: ({ signal }) => callApi(getWallet, {}, signal),
    staleTime: QUERY_STALE_TIME_MS.wallet,
    refetchInterval: QUERY_POLL_INTERVAL_MS.wallet,
    refetchIntervalInBackground: !isSaveDataOn(),
  });
