import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { opsGroup, opsGroups } from '#contract/ops-groups-endpoints.ts';
import type { OpsGroupsQuery } from '#contract/schemas/ops-groups.ts';
import { send } from '../../lib/api-send.ts';

const ROWS = 50;

/** The earliest deadline first, a page at a time. */
export const groupsQuery = (wanted: Pick<OpsGroupsQuery, 'status' | 'product'>) =>
  infiniteQueryOptions({
    queryKey: ['groups', wanted],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await send(opsGroups, { query: { ...wanted, after: pageParam, limit: ROWS } }, { signal })).data,
    getNextPageParam: (page) => (page.length === ROWS ? page.at(-1)?.groupId : undefined),
    select: ({ pages }) => pages.flat(),
  });

export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['group', groupId],
    queryFn: async ({ signal }) => (await send(opsGroup, { params: { groupId } }, { signal })).data,
  });
