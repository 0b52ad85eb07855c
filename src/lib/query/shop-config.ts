import { queryOptions, useQuery } from '@tanstack/react-query';
import { getShopConfig } from '#contract/endpoints.ts';
import type { ShopConfig } from '#contract/schemas/config.ts';
import { callApi } from '../api/api-client.ts';
import { QUERY_STALE_TIME_MS } from './cache-times.ts';
import { createPersistedPublicQueries } from './create-persisted-queries.ts';

export const persistedShopConfigQueries = createPersistedPublicQueries('config');
export const shopConfigQueryKey = persistedShopConfigQueries.key;

/** Fetches the shop's settings. Every server-rendered page contains them, so this rarely sends a request. */
const shopConfig = queryOptions({
  queryKey: shopConfigQueryKey,
  queryFn: async ({ signal }): Promise<ShopConfig> => (await callApi(getShopConfig, {}, signal)).data,
  staleTime: QUERY_STALE_TIME_MS.config,
});

/** @returns undefined until the settings are loaded. */
export function useShopConfig(): ShopConfig | undefined {
  return useQuery(shopConfig).data;
}
