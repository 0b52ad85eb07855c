import { queryOptions } from '@tanstack/react-query';
import { getCentres } from '#contract/endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { publicQueryFamily } from '../../lib/query-families.ts';
import { KEEP, STALE } from '../../lib/stale-times.ts';

export const centresQueryFamily = publicQueryFamily('centres');

export const centresQuery = () =>
  queryOptions({
    queryKey: centresQueryFamily.key,
    queryFn: async ({ signal }) => (await call(getCentres, {}, signal)).data,
    staleTime: STALE.config,
    gcTime: KEEP.persisted,
  });
