import { queryOptions } from '@tanstack/react-query';
import { opsSession } from '#contract/ops-endpoints.ts';
import type { OpsSessionReply } from '#contract/schemas/ops.ts';
import { isApiError } from '../lib/api-errors.ts';
import { send } from '../lib/api-send.ts';
import { readStored, removeStored, writeStored } from '../lib/storage.ts';
import { unavailableOf } from './frames/read.ts';

type Session = OpsSessionReply['data'];

const KEY = 'ops-session';

/** Who is signed in; null: nobody. The session itself travels in a cookie that no script sees. */
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
      // While the shop is away the frame stands; who may do what is judged by the shop, call by call.
      else if (!known || !unavailableOf(error as Error)) throw error;
      return known;
    }
  },
  // After a reload the frame is shown before the shop has answered: a silent one would keep it away for long.
  placeholderData: () => remembered() ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who was signed in in this tab when the shop last said so: what the frame needs while the shop is away. No secret. */
function remembered(): Session | null {
  return JSON.parse(readStored('sessionStorage', KEY) ?? 'null') as Session | null;
}

export const forgetSession = () => removeStored('sessionStorage', KEY);
