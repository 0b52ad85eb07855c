import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { opsInvariants, opsMonth, opsRecon } from '#contract/ops-money-endpoints.ts';
import { send } from '../../lib/api-send.ts';

/** What the screens of the money read. */

/** The laws are judged in stretches, of a large shop for a while. */
const JUDGE_TIMEOUT_MS = 120_000;
const PAGE = 50;

export const invariantsQuery = queryOptions({
  queryKey: ['invariants'],
  queryFn: async ({ signal }) =>
    (await send(opsInvariants, { timeoutMs: JUDGE_TIMEOUT_MS }, { signal })).data,
  refetchOnWindowFocus: false,
});

export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ['month', month],
    queryFn: async ({ signal }) => (await send(opsMonth, { query: { month } }, { signal })).data,
  });

const RECON_KEY = ['recon'];

/** What waits between the two books, the soonest due first. `all`: what was resolved too. */
export const reconQuery = (all: boolean) =>
  infiniteQueryOptions({
    queryKey: [...RECON_KEY, all],
    queryFn: async ({ signal, pageParam }) => {
      const query = { limit: PAGE, ...(all ? { all } : {}), ...(pageParam ? { after: pageParam } : {}) };
      return (await send(opsRecon, { query }, { signal })).data;
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length === PAGE ? last.at(-1)?.id : undefined),
  });
