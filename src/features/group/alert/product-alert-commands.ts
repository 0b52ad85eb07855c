import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { deleteProductAlert, listProductAlerts, setProductAlert } from '#contract/member-endpoints.ts';
import type { ProductAlertsReply } from '#contract/schemas/group.ts';
import { callApi } from '../../../lib/api/api-client.ts';
import { getErrorMessage } from '../../../lib/api/error-message.ts';
import { QUERY_STALE_TIME_MS } from '../../../lib/query/cache-times.ts';
import { createPersistedUserQueries } from '../../../lib/query/create-persisted-queries.ts';
import type { Outbox } from '../../../offline/outbox/outbox.ts';
import { productAlertCommandRules } from './product-alert-command-rules.ts';

export const PRODUCT_ALERT_FAILED_MESSAGE = 'This could not be saved. Please try again.';

export const persistedProductAlertQueries = createPersistedUserQueries('alerts');

/** Fetches the ids of the products for which the member has set an alert. */
export const productAlertsQuery = (userId: string) =>
  queryOptions({
    queryKey: persistedProductAlertQueries.key(userId),
    queryFn: async ({ signal }) => (await callApi(listProductAlerts, {}, signal)).data,
    staleTime: QUERY_STALE_TIME_MS.lists,
  });

/** @param onRefused shows the server's message when no screen waits for the command. */
export function registerProductAlertCommands(
  outbox: Outbox,
  queryClient: QueryClient,
  onRefused: (message: string) => void,
): void {
  const refetch = (userId: string) =>
    void queryClient.invalidateQueries({ queryKey: productAlertsQuery(userId).queryKey });
  outbox.register(productAlertCommandRules, {
    send: ({ type, productId, id: idempotencyKey }, signal) =>
      type === 'alert.set'
        ? callApi(setProductAlert, { params: { productId }, body: {}, idempotencyKey }, signal)
        : callApi(deleteProductAlert, { params: { productId }, idempotencyKey }, signal),
    onDone: ({ userId }, reply) => {
      // The server answers 404 without data when the alert has already ended, such as in another tab. The list is then
      // fetched.
      const saved = (reply as ProductAlertsReply | null)?.data;
      if (saved) queryClient.setQueryData(productAlertsQuery(userId).queryKey, saved);
      else refetch(userId);
    },
    onEndElsewhere: ({ command }) => refetch(command.userId),
    onRefused: ({ userId }, error, isAwaited) => {
      refetch(userId);
      if (!isAwaited) onRefused(getErrorMessage(error, PRODUCT_ALERT_FAILED_MESSAGE));
    },
  });
}
