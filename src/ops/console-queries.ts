import { queryOptions } from '@tanstack/react-query';
import { opsFind, opsOrder, opsPayment, opsSession, opsShopper, opsToday } from '#contract/ops-endpoints.ts';
import { isApiError } from '../lib/api-errors.ts';
import { send } from '../lib/api-send.ts';
import { awayOf, readEvery } from './away.ts';
import { forgetSession, rememberedSession, rememberSession } from './remembered-session.ts';

/** What the console reads. The session travels in a cookie that no script sees. */

const SESSION_KEY = ['session'];
/** What waits is looked at again while the page is open. */
const TODAY_EVERY_MS = 60_000;

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }) => {
    try {
      const { data } = await send(opsSession, {}, { signal });
      rememberSession(data);
      return data;
    } catch (error) {
      const hasEnded = isApiError(error, 401);
      const known = hasEnded ? null : rememberedSession();
      if (hasEnded) forgetSession();
      // While the shop is away the frame stands; who may do what is judged by the shop, call by call.
      else if (!known || !awayOf(error as Error)) throw error;
      return known;
    }
  },
  // After a reload the frame is shown before the shop has answered: a silent one would keep it away for long.
  placeholderData: () => rememberedSession() ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
});

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: async ({ signal }) => (await send(opsToday, {}, { signal })).data,
  refetchInterval: readEvery(TODAY_EVERY_MS),
});

export const findQuery = (q: string) =>
  queryOptions({
    queryKey: ['find', q],
    queryFn: async ({ signal }) => (await send(opsFind, { body: { q } }, { signal })).data,
    enabled: q !== '',
  });

export const shopperQuery = (userId: string) =>
  queryOptions({
    queryKey: ['shopper', userId],
    queryFn: async ({ signal }) => (await send(opsShopper, { params: { userId } }, { signal })).data,
  });

export const paymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['payment', reference],
    queryFn: async ({ signal }) => (await send(opsPayment, { params: { reference } }, { signal })).data,
  });

export const orderQuery = (trackingNumber: string) =>
  queryOptions({
    queryKey: ['order', trackingNumber],
    queryFn: async ({ signal }) => (await send(opsOrder, { params: { trackingNumber } }, { signal })).data,
  });
