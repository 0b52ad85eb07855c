import { definePost } from '../endpoint.ts';
import type * as orders from '../schemas/ops/orders.ts';

/**
 * Lists orders. The method is POST, because the search text names a shopper and URLs are logged.
 * @source operator.md
 */

export const opsListOrders = definePost<{ body: orders.OpsOrdersBody; reply: orders.OpsOrdersReply }>(
  '/api/ops/order-list',
);
export const opsExportOrders = definePost<{
  body: orders.OpsExportOrdersBody;
  reply: orders.OpsCsvExportReply;
}>('/api/ops/order-export');
