import type { FastifyInstance } from 'fastify';
import { deleteProductAlert, listProductAlerts, setProductAlert } from '#contract/member-endpoints.ts';
import { ProductAlertsReply, ProductIdParams } from '#contract/schemas/group.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { addApiRoute } from '../../http/route.ts';
import { replyInShopperTransaction, type ShopperCall } from '../../http/sessions/shopper-transaction.ts';
import {
  deleteProductAlert as deleteAlertRow,
  findProductIdsWithAlert,
  insertProductAlert,
} from './product-alerts-repository.ts';

/**
 * Registers the calls for product alerts. An alert is sent when the product's group opens or is almost full.
 * @source groups.md
 */
export function registerProductAlertRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const change = (call: ShopperCall, write: (tx: Transaction) => Promise<void>) =>
    replyInShopperTransaction(db, call, async (tx) => {
      await write(tx);
      return { success: true as const, data: await findProductIdsWithAlert(tx, call.user.id) };
    });

  addApiRoute(app, listProductAlerts, {
    summary: 'The products whose group the caller waits for',
    auth: 'user',
    cache: 'private, no-cache',
    schema: { reply: ProductAlertsReply },
    handler: async ({ user }) => ({
      success: true as const,
      data: await findProductIdsWithAlert(db, user.id),
    }),
  });

  addApiRoute(app, setProductAlert, {
    summary: 'Tell the caller once when a group of the product opens or is almost full',
    auth: 'user',
    schema: { params: ProductIdParams, reply: ProductAlertsReply },
    handler: (call) =>
      change(call, async (tx) => {
        if (!(await insertProductAlert(tx, call.user.id, call.params.productId)))
          throw new DomainError('product_not_found');
      }),
  });

  addApiRoute(app, deleteProductAlert, {
    summary: 'Do not tell the caller any more',
    auth: 'user',
    schema: { params: ProductIdParams, reply: ProductAlertsReply },
    handler: (call) => change(call, (tx) => deleteAlertRow(tx, call.user.id, call.params.productId)),
  });
}
