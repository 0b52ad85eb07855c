import { queryOptions } from '@tanstack/react-query';
import { getReceipt } from '#contract/member-endpoints.ts';
import { call } from '../../lib/api-client.ts';
import { STALE_MS } from '../../lib/cache-times.ts';
import { userQueryFamily } from '../../lib/query-families.ts';

/** Receipts that were opened once are available offline. */
export const receiptQueryFamily = userQueryFamily('receipt', { keptCount: 20 });

/** Fetches the receipt of one of the member's orders. Refunds may still change it. */
export const receiptQuery = (userId: string, trackingNumber: string) =>
  queryOptions({
    queryKey: [...receiptQueryFamily.key(userId), trackingNumber] as const,
    queryFn: async ({ signal }) => (await call(getReceipt, { params: { trackingNumber } }, signal)).data,
    staleTime: STALE_MS.lists,
  });
