import { queryOptions } from '@tanstack/react-query';
import { listPickupCentres } from '#contract/endpoints.ts';
import { callApi } from '../api/api-client.ts';
import { QUERY_CACHE_MS, QUERY_STALE_MS } from './cache-times.ts';
import { createPersistedPublicQueries } from './create-persisted-queries.ts';

export const pickupCentreQueries = createPersistedPublicQueries('centres');

export const pickupCentresQuery = () =>
  queryOptions({
    queryKey: pickupCentreQueries.key,
    queryFn: async ({ signal }) => (await callApi(listPickupCentres, {}, signal)).data,
    staleTime: QUERY_STALE_MS.config,
    gcTime: QUERY_CACHE_MS.persisted,
  });
