import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { opsGetPickupList } from '#contract/ops/pickup-endpoints.ts';
import { isAbortError, isApiError, isProxyErrorResponse } from '../../lib/api/api-errors.ts';
import { sendApiRequest } from '../../lib/api/api-send.ts';
import {
  getTodayInLagos,
  type PickupListRow,
  readStoredPickupList,
  type StoredPickupList,
  storePickupList,
  updateStoredPickupList,
} from './counter-storage.ts';

export const PICKUP_LIST_REFETCH_MS = 5 * 60_000;
const TRY_EVERY_MS = 15_000;

interface CounterList extends StoredPickupList {
  /** True: the list comes from the phone's storage, because the server could not be reached. */
  isKept: boolean;
}

/** Fetches the centre's pickup list. Offline it returns the list that was last loaded today. */
export const pickupListQuery = (operator: string, centre: string) =>
  queryOptions({
    queryKey: [opsGetPickupList.path, operator, centre],
    queryFn: async ({ signal }): Promise<CounterList> => {
      try {
        const { data: rows } = await sendApiRequest(opsGetPickupList, { params: { centre } }, { signal });
        const list = { operator, centre, day: getTodayInLagos(), takenAt: new Date().toISOString(), rows };
        await storePickupList(list);
        return { ...list, isKept: false };
      } catch (error) {
        const isAnswer = isApiError(error) && error.status < 500 && !isProxyErrorResponse(error);
        if (isAbortError(error) || isAnswer) throw error;
        const stored = await readStoredPickupList(operator, centre);
        if (!stored) throw error;
        return { ...stored, isKept: true };
      }
    },
    // The pickup list is fetched rarely, because the server records each fetch in the audit log.
    staleTime: PICKUP_LIST_REFETCH_MS,
    refetchInterval: ({ state }) => (state.data?.isKept ? TRY_EVERY_MS : PICKUP_LIST_REFETCH_MS),
    refetchOnReconnect: 'always',
    networkMode: 'always',
    retry: false,
  });

/** Marks lines as handed out by the operator in the displayed and the stored lists of all centres. */
export async function markHandedOutInPickupLists(
  queryClient: QueryClient,
  { operator, trackingNumber }: { operator: string; trackingNumber: string },
  lines: readonly number[],
): Promise<void> {
  if (lines.length === 0) return;
  const mark = (row: PickupListRow): PickupListRow =>
    row.trackingNumber === trackingNumber && lines.includes(row.line)
      ? {
          ...row,
          state: 'collected',
          readyAt: null,
          isOverdue: false,
          collectedAt: new Date().toISOString(),
          collectedBy: `operator:${operator}`,
        }
      : row;
  const queryKey = [opsGetPickupList.path, operator];
  queryClient.setQueriesData<CounterList>(
    { queryKey },
    (list) => list && { ...list, rows: list.rows.map(mark) },
  );
  // If a fetch is running, its data may be from before the hand-out, so the list is fetched again.
  const isOutdated = queryClient.isFetching({ queryKey }) > 0;
  await updateStoredPickupList(operator, mark);
  if (isOutdated) void queryClient.invalidateQueries({ queryKey });
}
