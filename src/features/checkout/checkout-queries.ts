import { queryOptions } from '@tanstack/react-query';
import { getCentres } from '#contract/endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { CACHE_MS, STALE_MS } from '../../lib/cache-times.ts';
import { publicQueryFamily } from '../../lib/query-families.ts';

export const centresQueryFamily = publicQueryFamily('centres');

export const centresQuery = () =>
  queryOptions({
    queryKey: centresQueryFamily.key,
    queryFn: async ({ signal }) => (await call(getCentres, {}, signal)).data,
    staleTime: STALE_MS.config,
    gcTime: CACHE_MS.persisted,
  });
