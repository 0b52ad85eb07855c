import { queryOptions } from '@tanstack/react-query';
import { opsGetSession } from '#contract/ops/console-endpoints.ts';
import type { OpsSessionReply } from '#contract/schemas/ops/console.ts';
import { isApiError } from '../lib/api/api-errors.ts';
import { sendApiRequest } from '../lib/api/api-send.ts';
import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../lib/storage/storage.ts';
import { getServerUnavailableMessage } from './frames/console-queries.ts';

type Session = OpsSessionReply['data'];

const KEY = 'ops-session';

/** Fetches the signed-in operator; null: none. The session itself is in a cookie that scripts cannot read. */
export const operatorSessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    try {
      const { data } = await sendApiRequest(opsGetSession, {}, { signal });
      writeBrowserStorage('sessionStorage', KEY, JSON.stringify(data));
      return data;
    } catch (error) {
      const hasEnded = isApiError(error, 401);
      const known = hasEnded ? null : remembered();
      if (hasEnded) clearStoredOperatorSession();
      // While the server is unavailable, the console still shows the last known operator. This gives no access, because
      // the server checks the session and permissions at each request.
      else if (!known || !getServerUnavailableMessage(error as Error)) throw error;
      return known;
    }
  },
  // The header shows the last known operator at once after a reload, without waiting for a slow server.
  placeholderData: () => remembered() ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the operator whom the server last reported in this tab; null: none. */
function remembered(): Session | null {
  return readJsonFromBrowserStorage('sessionStorage', KEY) as Session | null;
}

export const clearStoredOperatorSession = () => removeFromBrowserStorage('sessionStorage', KEY);
