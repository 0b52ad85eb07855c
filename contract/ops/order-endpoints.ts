import { defineEndpoint } from '../endpoint.ts';
import type {
  OpsExportOrdersBody,
  OpsExportReply,
  OpsOrdersBody,
  OpsOrdersReply,
} from '../schemas/ops/orders.ts';

/**
 * Lists orders for the console. The method is POST, because a search names a shopper and addresses of requests are
 * logged.
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
