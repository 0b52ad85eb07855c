import { queryOptions } from '@tanstack/react-query';
import { listPickupCentres } from '#contract/endpoints.ts';
import { callApi } from '../api/api-client.ts';
import { QUERY_CACHE_LIFETIME_MS, QUERY_STALE_TIME_MS } from './cache-times.ts';
import { createPersistedPublicQueries } from './create-persisted-queries.ts';

export const persistedPickupCentreQueries = createPersistedPublicQueries('centres');

export const pickupCentresQuery = () =>
  queryOptions({
    queryKey: persistedPickupCentreQueries.key,
    queryFn: async ({ signal }) => (await callApi(listPickupCentres, {}, signal)).data,
    staleTime: QUERY_STALE_TIME_MS.config,
    gcTime: QUERY_CACHE_LIFETIME_MS.persisted,
  });
