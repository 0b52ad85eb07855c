import type { ErrorCode } from '#contract/errors.ts';
import { MAX_LINE_QUANTITY } from '#contract/limits.ts';
import type { AddToCartBody, Cart, UpdateQuantityBody } from '#contract/schemas/cart.ts';
import type { Queryable } from '../../db/database.ts';
import { DomainError } from '../../http/error-handler.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { FindProducts } from './cart-product.ts';
import {
  type CartItemRow,
  deleteItem,
  deleteItems,
  findItems,
  findOpenCart,
  insertItem,
  type LineKey,
  openCart,
  setItemQuantity,
  touchCart,
} from './cart-repository.ts';
import { type PricedCart, presentCart, readPricedCart } from './priced-cart.ts';

export interface CartDeps {
  findProducts: FindProducts;
  /** The shopper's wallet balance in kobo. */
  readBalance: (db: Queryable, userId: string) => Promise<number>;
}

/**
 * The cart's use cases. Each runs inside the caller's transaction, which holds the shopper's row and stores the answer.
 */
export interface CartService {
  /** `cartId` null: no open cart. */
  get(db: Queryable, userId: string): Promise<Cart>;
  /** The open cart at today's prices, for a checkout. Null: none is open. */
  priced(db: Queryable, userId: string): Promise<PricedCart | null>;
  /** Adds to the line; a new line opens a cart if needed. */
  add(tx: Queryable, userId: string, body: AddToCartBody): Promise<Cart>;
  /** Sets the line's quantity. */
  updateQuantity(tx: Queryable, userId: string, body: UpdateQuantityBody): Promise<Cart>;
  /** Absent line: the cart as it is. */
  remove(
    tx: Queryable,
    userId: string,
    line: { productId: string; variant?: string | null; unitName?: string | null },
  ): Promise<Cart>;
  clear(tx: Queryable, userId: string): Promise<Cart>;
  /**
   * Makes sure that the lines are in the cart with at least these quantities. For 'switch to solo'.
   *
   * @throws {DomainError} what `add` throws.
   */
  ensureLines(tx: Queryable, userId: string, lines: (LineKey & { quantity: number })[]): Promise<Cart>;
}

export function createCartService({ findProducts, readBalance }: CartDeps): CartService {
  const priced = (db: Queryable, userId: string): Promise<PricedCart | null> =>
    readPricedCart(db, findProducts, userId);

  async function get(db: Queryable, userId: string): Promise<Cart> {
    return presentCart(await priced(db, userId), await readBalance(db, userId));
  }

  async function checkOffer(tx: Queryable, key: LineKey): Promise<void> {
    const product = (await findProducts(tx, [key.productId])).get(key.productId);
    if (!product?.active) throw new DomainError('product_not_found', { status: 400 });
    const verdict = product.offer(key.variant, key.unitName);
    if (!verdict.ok) throw new DomainError(verdict.reason);
  }

  async function putLine(
    tx: Queryable,
    userId: string,
    key: LineKey,
    nextQuantity: (before: number) => number,
  ): Promise<void> {
    const cart = (await findOpenCart(tx, userId)) ?? (await openCart(tx, userId));
    const item = (await findItems(tx, cart.id)).find((one) => isLine(one, key));
    const quantity = nextQuantity(item?.quantity ?? 0);
    if (quantity > MAX_LINE_QUANTITY) throw new DomainError('quantity_too_large');
    if (quantity === item?.quantity) return;
    if (item) await setItemQuantity(tx, item.id, quantity);
    else await insertItem(tx, cart.id, key, quantity);
    await touchCart(tx, cart.id);
  }

  return {
    get,
    priced,

    async add(tx, userId, body) {
      const quantity = wholeQuantity(body.quantity ?? 1);
      const key = lineKey(body.productId, body.variant, body.sellingUnit?.name, 'product_not_found');
      await checkOffer(tx, key);
      await putLine(tx, userId, key, (before) => before + quantity);
      return get(tx, userId);
    },

    async updateQuantity(tx, userId, body) {
      const quantity = wholeQuantity(body.quantity);
      const key = lineKey(body.productId, body.variant, body.sellingUnitName, 'item_not_in_cart');
      const cart = await findOpenCart(tx, userId);
      const item = cart && chooseLine(await findItems(tx, cart.id), key);
      if (!item) throw new DomainError('item_not_in_cart');
      if (item.quantity !== quantity) {
        await setItemQuantity(tx, item.id, quantity);
        await touchCart(tx, cart.id);
      }
      return get(tx, userId);
    },

    async remove(tx, userId, { productId, variant, unitName }) {
      const cart = await findOpenCart(tx, userId);
      if (cart) {
        const key = { productId, variant: variantOf(variant), unitName: unitName || null };
        const item = chooseLine(await findItems(tx, cart.id), key);
        if (item) {
          await deleteItem(tx, item.id);
          await touchCart(tx, cart.id);
        }
      }
      return get(tx, userId);
    },

    async clear(tx, userId) {
      const cart = await findOpenCart(tx, userId);
      if (cart && (await deleteItems(tx, cart.id)) > 0) await touchCart(tx, cart.id);
      return get(tx, userId);
    },

    async ensureLines(tx, userId, lines) {
      for (const { quantity, ...key } of lines) {
        await checkOffer(tx, key);
        await putLine(tx, userId, key, (before) => Math.max(before, quantity));
      }
      return get(tx, userId);
    },
  };
}

function wholeQuantity(quantity: number): number {
  if (!Number.isInteger(quantity) || quantity < 1) throw new DomainError('quantity_too_small');
  if (quantity > MAX_LINE_QUANTITY) throw new DomainError('quantity_too_large');
  return quantity;
}

function lineKey(
  productId: string,
  variant: string | null | undefined,
  unitName: string | null | undefined,
  unknown: ErrorCode,
): LineKey {
  if (!isUuid(productId)) throw new DomainError(unknown, { status: 400 });
  return { productId: productId.toLowerCase(), variant: variantOf(variant), unitName: unitName || null };
}

/** `solo` is the only variant there is; anything else means the group. */
function variantOf(variant: string | null | undefined): string | null {
  return variant === 'solo' ? 'solo' : null;
}

function isLine(item: CartItemRow, key: LineKey): boolean {
  return (
    item.productId === key.productId.toLowerCase() &&
    item.variant === key.variant &&
    item.unitName === key.unitName
  );
}

/** The named line; with no unit named, the product's only line of that variant. */
function chooseLine(items: CartItemRow[], key: LineKey): CartItemRow | undefined {
  const exact = items.find((item) => isLine(item, key));
  if (exact || key.unitName !== null) return exact;
  const ofProduct = items.filter((item) => isLine({ ...item, unitName: null }, key));
  return ofProduct.length === 1 ? ofProduct[0] : undefined;
}
