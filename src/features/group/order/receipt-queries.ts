import { queryOptions } from '@tanstack/react-query';
import { getOrderReceipt } from '#contract/member-endpoints.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { createPersistedUserQueries } from '../../../lib/query/create-persisted-queries.ts';

/** Receipts that were opened once can be read offline. */
export const persistedReceiptQueries = createPersistedUserQueries('receipt', { maxCount: 20 });

/**
 * Fetches the receipt of one of the member's orders. It is fetched again as often as lists, because a refund may
 * change it.
 */
export const receiptQuery = (userId: string, trackingNumber: string) =>
  queryOptions({
    queryKey: [...persistedReceiptQueries.key(userId), trackingNumber] as const,
    queryFn: async ({ signal }) =>
      (await callApi(getOrderReceipt, { params: { trackingNumber } }, signal)).data,
    staleTime: QUERY_STALE_TIME_MS.lists,
  });
