import { queryOptions } from '@tanstack/react-query';
import { getCentres } from '#contract/endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { publicFamily } from '../../lib/query-families.ts';
import { KEEP, STALE } from '../../lib/stale-times.ts';

export const centresFamily = publicFamily('centres');

export const centresQuery = () =>
  queryOptions({
    queryKey: centresFamily.key,
    queryFn: async ({ signal }) => (await call(getCentres, {}, signal)).data,
    staleTime: STALE.config,
    gcTime: KEEP.persisted,
  });
