import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { opsPickupList } from '#contract/ops-pickup-endpoints.ts';
import { isAborted, isApiError, isProxyError } from '../../lib/api-errors.ts';
import { send } from '../../lib/api-send.ts';
import {
  lagosDay,
  type PickupListRow,
  readList,
  type StoredList,
  storeList,
  updateStoredList,
} from './counter-storage.ts';

export const LIST_REFETCH_MS = 5 * 60_000;
const TRY_EVERY_MS = 15_000;

interface CounterList extends StoredList {
  /** The server did not answer; this is an earlier list. */
  isKept: boolean;
}

/** Fetches the centre's pickup list; offline it returns today's last loaded one. */
export const listQuery = (operator: string, centre: string) =>
  queryOptions({
    queryKey: [opsPickupList.path, operator, centre],
    queryFn: async ({ signal }): Promise<CounterList> => {
      try {
        const { data: rows } = await send(opsPickupList, { params: { centre } }, { signal });
        const list = { operator, centre, day: lagosDay(), takenAt: new Date().toISOString(), rows };
        await storeList(list);
        return { ...list, isKept: false };
      } catch (error) {
        const isAnswer = isApiError(error) && error.status < 500 && !isProxyError(error);
        if (isAborted(error) || isAnswer) throw error;
        const kept = await readList(operator, centre);
        if (!kept) throw error;
        return { ...kept, isKept: true };
      }
    },
    // Each reading is written to the audit log, so lines handed out here are marked without a refetch.
    staleTime: LIST_REFETCH_MS,
    refetchInterval: ({ state }) => (state.data?.isKept ? TRY_EVERY_MS : LIST_REFETCH_MS),
    refetchOnReconnect: 'always',
    networkMode: 'always',
    retry: false,
  });

/** Marks lines as handed out by the operator in the displayed and the stored lists of all centres. */
export async function markHandedOut(
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
  const queryKey = [opsPickupList.path, operator];
  queryClient.setQueriesData<CounterList>(
    { queryKey },
    (list) => list && { ...list, rows: list.rows.map(mark) },
  );
  // A running fetch may return data from before the hand-out.
  const isOutdated = queryClient.isFetching({ queryKey }) > 0;
  await updateStoredList(operator, mark);
  if (isOutdated) void queryClient.invalidateQueries({ queryKey });
}
