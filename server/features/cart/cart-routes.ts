import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/member-endpoints.ts';
import * as schemas from '#contract/schemas/cart.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { IdempotentRequest } from '../../http/idempotency.ts';
import { addApiRoute } from '../../http/route.ts';
import { runShopperTransaction } from '../../http/sessions/shopper-transaction.ts';
import type { SessionUser } from '../../http/sessions/tokens.ts';
import type { CartService } from './cart-service.ts';

const cartLimits = [{ name: 'cart', limit: 120, windowMs: 60_000, by: 'account' as const }];

export function registerCartRoutes(app: FastifyInstance, { db }: { db: Database }, carts: CartService): void {
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
    handler: ({ user, body, idempotency }) =>
      answerChanged(
        { db, user, idempotency },
        (tx) => carts.add(tx, user.id, body),
        (cart): schemas.AddToCartReply => ({ success: true as const, data: cart }),
      ),
  });

  addApiRoute(app, calls.updateCartQuantity, {
    summary: "Set a line's quantity",
    auth: 'user',
    schema: { body: schemas.UpdateCartQuantityBody, reply: schemas.Cart },
    rateLimit: cartLimits,
    handler: ({ user, body, idempotency }) =>
      answerChanged({ db, user, idempotency }, (tx) => carts.updateQuantity(tx, user.id, body), asIs),
  });

  addApiRoute(app, calls.removeFromCart, {
    summary: 'Remove a line',
    auth: 'user',
    schema: { params: schemas.RemoveFromCartParams, query: schemas.RemoveFromCartQuery, reply: schemas.Cart },
    rateLimit: cartLimits,
    handler: ({ user, params, query, idempotency }) =>
      answerChanged(
        { db, user, idempotency },
        (tx) =>
          carts.remove(tx, user.id, {
            productId: params.productId,
            variant: query.variant ?? null,
            unitName: query.sellingUnitName ?? null,
          }),
        asIs,
      ),
  });

  addApiRoute(app, calls.clearCart, {
    summary: 'Remove every line',
    auth: 'user',
    schema: { reply: schemas.Cart },
    rateLimit: cartLimits,
    handler: ({ user, idempotency }) =>
      answerChanged({ db, user, idempotency }, (tx) => carts.clear(tx, user.id), asIs),
  });
}

interface Change {
  db: Database;
  user: SessionUser;
  idempotency: IdempotentRequest;
}

/** Stores the reply in the transaction of the change, so that a repeated request gets the same reply. */
function answerChanged<Reply>(
  { db, user, idempotency }: Change,
  change: (tx: Queryable) => Promise<schemas.Cart>,
  wrap: (cart: schemas.Cart) => Reply,
): Promise<Reply> {
  return runShopperTransaction(db, user, async (tx) => {
    const answer = wrap({ ...(await change(tx)), success: true });
    await idempotency.complete(tx, answer);
    return answer;
  });
}

const asIs = (cart: schemas.Cart): schemas.Cart => cart;
