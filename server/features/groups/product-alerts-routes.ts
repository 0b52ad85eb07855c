import type { FastifyInstance } from 'fastify';
import { deleteProductAlert, listProductAlerts, setProductAlert } from '#contract/member-endpoints.ts';
import { ProductAlertsReply, ProductIdParams } from '#contract/schemas/group.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import type { IdempotentRequest } from '../../http/idempotency.ts';
import { addApiRoute } from '../../http/route.ts';
import { runShopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../http/sessions/tokens.ts';
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
  const change = (
    user: SessionUser,
    idempotency: IdempotentRequest,
    write: (tx: Transaction) => Promise<void>,
  ): Promise<ProductAlertsReply> =>
    runShopperTransaction(db, user, async (tx) => {
      await write(tx);
      const reply = { success: true as const, data: await findProductIdsWithAlert(tx, user.id) };
      await idempotency.complete(tx, reply);
      return reply;
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
    handler: ({ user, params, idempotency }) =>
      change(user, idempotency, async (tx) => {
        if (!(await insertProductAlert(tx, user.id, params.productId)))
          throw new DomainError('product_not_found');
      }),
  });

  addApiRoute(app, deleteProductAlert, {
    summary: 'Do not tell the caller any more',
    auth: 'user',
    schema: { params: ProductIdParams, reply: ProductAlertsReply },
    handler: ({ user, params, idempotency }) =>
      change(user, idempotency, (tx) => deleteAlertRow(tx, user.id, params.productId)),
  });
}
