import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsExportOrdersBody,
  OpsExportReply,
  OpsOrdersBody,
  OpsOrdersReply,
} from '../schemas/ops/orders.ts';

/**
 * Lists orders. The method is POST, because the search text names a shopper and URLs are logged.
 * @source operator.md
 */

export const opsListOrders = defineEndpoint<{ body: OpsOrdersBody; reply: OpsOrdersReply }>(
  'POST',
  '/api/ops/order-list',
);
export const opsExportOrders = defineEndpoint<{ body: OpsExportOrdersBody; reply: OpsExportReply }>(
  'POST',
  '/api/ops/order-export',
);
