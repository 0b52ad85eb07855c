import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/member-endpoints.ts';
import * as schemas from '#contract/schemas/cart.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { addApiRoute } from '../../http/route.ts';
import { runIdempotentWrite, type ShopperWriteRequest } from '../../http/sessions/shopper-transaction.ts';
import type { CartService } from './cart-service.ts';

const cartLimits = [{ name: 'cart', limit: 120, windowMs: 60_000, by: 'account' as const }];

export function registerCartRoutes(app: FastifyInstance, { db }: { db: Database }, carts: CartService): void {
  const change = (call: ShopperWriteRequest, work: (tx: Queryable) => Promise<schemas.Cart>) =>
    runIdempotentWrite(db, call, async (tx) => ({ ...(await work(tx)), success: true as const }));

  addApiRoute(app, calls.getCart, {
    summary: 'The open cart; 404 with an empty one when there is none',
    auth: 'user',
    schema: { reply: schemas.Cart, replies: { 404: schemas.Cart } },
    handler: async ({ user, reply }) => {
      const cart = await carts.get(db, user.id);
      if (cart.cartId === null) reply.code(404);
      return cart;
    },
  });

  addApiRoute(app, calls.addToCart, {
    summary: 'Add a line or more of it',
    auth: 'user',
    schema: { body: schemas.AddToCartBody, reply: schemas.AddToCartReply },
    rateLimit: cartLimits,
    handler: (call) =>
      runIdempotentWrite(db, call, async (tx) => ({
        success: true as const,
        data: { ...(await carts.add(tx, call.user.id, call.body)), success: true as const },
      })),
  });

  addApiRoute(app, calls.updateCartQuantity, {
    summary: "Set a line's quantity",
    auth: 'user',
    schema: { body: schemas.UpdateCartQuantityBody, reply: schemas.Cart },
    rateLimit: cartLimits,
    handler: (call) => change(call, (tx) => carts.updateQuantity(tx, call.user.id, call.body)),
  });

  addApiRoute(app, calls.removeFromCart, {
    summary: 'Remove a line',
    auth: 'user',
    schema: { params: schemas.RemoveFromCartParams, query: schemas.RemoveFromCartQuery, reply: schemas.Cart },
    rateLimit: cartLimits,
    handler: (call) =>
      change(call, (tx) =>
        carts.remove(tx, call.user.id, {
          productId: call.params.productId,
          variant: call.query.variant ?? null,
          unitName: call.query.sellingUnitName ?? null,
        }),
      ),
  });

  addApiRoute(app, calls.clearCart, {
    summary: 'Remove every line',
    auth: 'user',
    schema: { reply: schemas.Cart },
    rateLimit: cartLimits,
    handler: (call) => change(call, (tx) => carts.clear(tx, call.user.id)),
  });
}
