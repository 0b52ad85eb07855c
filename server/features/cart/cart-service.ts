import { randomUUID } from 'node:crypto';
import type { ApiErrorCode } from '#contract/errors.ts';
import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import type { AddToCartBody, Cart, UpdateCartQuantityBody } from '#contract/schemas/cart.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/errors/error-handler.ts';
import { isUuid } from '../../lib/uuid.ts';
import * as rows from './cart-repository.ts';
import { type PricedCart, priceCart, toCartReply } from './priced-cart.ts';

/**
 * Reads and changes carts. Each change runs in the caller's transaction, which locks the shopper's row and stores the
 * reply.
 */
export interface CartService {
  /** @returns the shopper's open cart; its `cartId` is null when there is none. */
  get(db: Queryable, userId: string): Promise<Cart>;
  /** @returns the open cart at current prices, for checkout; null: the shopper has no open cart. */
  priced(db: Queryable, userId: string): Promise<PricedCart | null>;
  /** Increases a line's quantity; creates the line and the cart if needed. */
  add(tx: Queryable, userId: string, body: AddToCartBody): Promise<Cart>;
  updateQuantity(tx: Queryable, userId: string, body: UpdateCartQuantityBody): Promise<Cart>;
  /** Removes a line; does nothing when the cart has no such line. */
  remove(
    tx: Queryable,
    userId: string,
    line: { productId: string; variant?: string | null; unitName?: string | null },
  ): Promise<Cart>;
  clear(tx: Queryable, userId: string): Promise<Cart>;
  /**
   * Puts the items of a failed group into the cart, which may already contain them.
   * @throws {DomainError} the same errors as `add`.
   */
  ensureLines(
    tx: Queryable,
    userId: string,
    lines: (rows.CartLineIdentity & { quantity: number })[],
  ): Promise<Cart>;
}

export function createCartService(subqueries: rows.CartReaderSubqueries): CartService {
  const readCart = rows.createCartReader(subqueries);
  const readFor = (
    tx: Queryable,
    userId: string,
    lines: rows.CartLineIdentity[],
  ): Promise<rows.StoredCart> => {
    const productIds = lines.map(({ productId }) => productId);
    return readCart(tx, userId, { productIds, newItems: lines.length });
  };

  return {
    get: async (db, userId) => toCartReply(await readCart(db, userId)),
    priced: async (db, userId) => priceCart(await readCart(db, userId)),

    async add(tx, userId, body) {
      const quantity = wholeQuantity(body.quantity ?? 1);
      const key = lineKey(body.productId, body.variant, body.sellingUnit?.name, 'product_not_found');
      const before = await readFor(tx, userId, [key]);
      return write(
        tx,
        userId,
        before,
        putLine(before, key, (already) => already + quantity),
      );
    },

    async updateQuantity(tx, userId, body) {
      const quantity = wholeQuantity(body.quantity);
      const key = lineKey(body.productId, body.variant, body.sellingUnitName, 'item_not_in_cart');
      const before = await readCart(tx, userId);
      const item = chooseLine(before.items, key);
      if (!item) throw new DomainError('item_not_in_cart');
      const items = before.items.map((one) => (one === item ? { ...item, quantity } : one));
      return write(tx, userId, before, { ...before, items });
    },

    async remove(tx, userId, { productId, variant, unitName }) {
      const key = { productId, variant: variantOf(variant), unitName: unitName || null };
      const before = await readCart(tx, userId);
      const item = chooseLine(before.items, key);
      return write(tx, userId, before, { ...before, items: before.items.filter((one) => one !== item) });
    },

    async clear(tx, userId) {
      const before = await readCart(tx, userId);
      return write(tx, userId, before, { ...before, items: [] });
    },

    async ensureLines(tx, userId, lines) {
      const before = await readFor(tx, userId, lines);
      const after = lines.reduce(
        (cart, { quantity, ...key }) => putLine(cart, key, (already) => Math.max(already, quantity)),
        before,
      );
      return write(tx, userId, before, after);
    },
  };
}

/** Adds or changes a line. @throws {DomainError} when the product cannot be bought, or the quantity is too high. */
function putLine(
  cart: rows.StoredCart,
  key: rows.CartLineIdentity,
  nextQuantity: (already: number) => number,
): rows.StoredCart {
  const product = cart.products.get(key.productId);
  if (!product?.active) throw new DomainError('product_not_found', { status: 400 });
  const verdict = product.offer(key.variant, key.unitName);
  if (!verdict.ok) throw new DomainError(verdict.reason);
  const item = cart.items.find((one) => isLine(one, key));
  const quantity = nextQuantity(item?.quantity ?? 0);
  if (quantity > CART_LINE_QUANTITY_MAX) throw new DomainError('quantity_too_large');
  if (item) {
    return { ...cart, items: cart.items.map((one) => (one === item ? { ...item, quantity } : one)) };
  }
  const [id, ...newItemIds] = cart.newItemIds;
  if (id === undefined) throw new Error('a line came to be that nobody had asked an id for');
  return { ...cart, newItemIds, items: [...cart.items, { id, ...key, quantity }] };
}

/** Stores the differences between the cart before and after a change. @returns the cart as stored. */
async function write(
  tx: Queryable,
  userId: string,
  before: rows.StoredCart,
  after: rows.StoredCart,
): Promise<Cart> {
  const was = new Map(before.items.map((item) => [item.id, item.quantity]));
  const stays = new Set(after.items.map(({ id }) => id));
  const put = after.items.filter(({ id, quantity }) => was.get(id) !== quantity);
  const removed = before.items.map(({ id }) => id).filter((id) => !stays.has(id));
  if (put.length === 0 && removed.length === 0) return toCartReply(before);
  const isNew = before.id === null;
  const cartId = before.id ?? randomUUID();
  // A new cart is stored with version 2, because its first line has already increased the version.
  const version = (isNew ? 1 : before.version) + 1;
  await rows.saveCartChange(tx, { userId, cartId, isNew, version, put, removed });
  return toCartReply({ ...after, id: cartId, version });
}

function wholeQuantity(quantity: number): number {
  if (!Number.isInteger(quantity) || quantity < 1) throw new DomainError('quantity_too_small');
  if (quantity > CART_LINE_QUANTITY_MAX) throw new DomainError('quantity_too_large');
  return quantity;
}

function lineKey(
  productId: string,
  variant: string | null | undefined,
  unitName: string | null | undefined,
  unknown: ApiErrorCode,
): rows.CartLineIdentity {
  if (!isUuid(productId)) throw new DomainError(unknown, { status: 400 });
  return { productId: productId.toLowerCase(), variant: variantOf(variant), unitName: unitName || null };
}

/** Reads the variant: `solo` means a purchase without a group, any other text means the group. */
function variantOf(variant: string | null | undefined): string | null {
  return variant === 'solo' ? 'solo' : null;
}

function isLine(item: rows.CartLineRow, key: rows.CartLineIdentity): boolean {
  return (
    item.productId === key.productId.toLowerCase() &&
    item.variant === key.variant &&
    item.unitName === key.unitName
  );
}

/** Finds the cart line that the request names. Without a unit, it is the product's only line of that variant. */
function chooseLine(items: rows.CartLineRow[], key: rows.CartLineIdentity): rows.CartLineRow | undefined {
  const exact = items.find((item) => isLine(item, key));
  if (exact || key.unitName !== null) return exact;
  const ofProduct = items.filter((item) => isLine({ ...item, unitName: null }, key));
  return ofProduct.length === 1 ? ofProduct[0] : undefined;
}
