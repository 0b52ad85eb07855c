import { queryOptions } from '@tanstack/react-query';
import { opsSession } from '#contract/ops-endpoints.ts';
import type { OpsSessionReply } from '#contract/schemas/ops.ts';
import { isApiError } from '../lib/api-errors.ts';
import { send } from '../lib/api-send.ts';
import { readStored, removeStored, writeStored } from '../lib/storage.ts';
import { unavailableOf } from './frames/read.ts';

type Session = OpsSessionReply['data'];

const KEY = 'ops-session';

/** Fetches the signed-in operator; null: none. The session itself is in a cookie that scripts cannot read. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      const { data } = await send(opsSession, {}, { signal });
      writeStored('sessionStorage', KEY, JSON.stringify(data));
      return data;
    } catch (error) {
      const hasEnded = isApiError(error, 401);
      const known = hasEnded ? null : remembered();
      if (hasEnded) forgetSession();
      // While the server is unavailable the frame stays; permissions are checked by the server in each call.
      else if (!known || !unavailableOf(error as Error)) throw error;
      return known;
    }
  },
  // After a reload the frame appears before the server answers: a slow server would delay it.
  placeholderData: () => remembered() ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns the operator that the server last reported in this tab, for the frame while the server is unavailable. It
 * is no secret.
 */
function remembered(): Session | null {
  return JSON.parse(readStored('sessionStorage', KEY) ?? 'null') as Session | null;
}

export const forgetSession = () => removeStored('sessionStorage', KEY);
