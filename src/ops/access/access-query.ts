import { queryOptions } from '@tanstack/react-query';
import { opsAccess } from '#contract/ops-access-endpoints.ts';
import { send } from '../../lib/api-send.ts';

/** Somebody's own sessions and factors. */
export const accessQuery = queryOptions({
  queryKey: ['access'],
  queryFn: async ({ signal }) => (await send(opsAccess, {}, { signal })).data,
});
