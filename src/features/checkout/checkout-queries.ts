import { queryOptions } from '@tanstack/react-query';
import { getCentres } from '#contract/endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { KEEP, STALE } from '../../lib/stale-times.ts';

/** The pickup centres, to name the one an order will be collected at. */
export const centresQuery = () =>
  queryOptions({
    queryKey: ['public', 'centres'] as const,
    queryFn: async ({ signal }) => (await call(getCentres, {}, signal)).data,
    staleTime: STALE.config,
    gcTime: KEEP.persisted,
  });
