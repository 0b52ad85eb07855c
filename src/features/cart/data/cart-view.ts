import { CART_LINE_QUANTITY_MAX } from '#contract/limits.ts';
import { calculateCartLineTotal } from '#contract/rules/money/line-price.ts';
import type { Cart, CartItem } from '#contract/schemas/cart.ts';
import type { Product, SellingUnit } from '#contract/schemas/product.ts';
import { type CartCommand, type CartLineKey, isSameCartLine } from './cart-command-rules.ts';

/** The displayed cart is the server's cart plus the unsent commands, so a refused command needs no rollback. */

export function getCartLineKey(item: CartItem): CartLineKey {
  return {
    productId: item.product._id,
    variant: item.variant,
    sellingUnitName: item.sellingUnit?.optionName ?? null,
  };
}

export interface AddToCartInput {
  product: Product;
  /** The chosen selling unit; null: the product has none. */
  unit: SellingUnit | null;
  quantity: number;
  /** `solo` buys at the standard price, without a group. */
  variant?: 'solo' | null;
}

/** Builds the cart item that is shown until the server responds. */
export function buildCartItemPreview({ product, unit, quantity, variant }: AddToCartInput): CartItem {
  const unitPrice = unit ? (unit.customPrice ?? unit.calculatedPrice) : product.price;
  const basePrice = unit ? unit.basePrice : product.basePrice;
  return {
    _id: `waiting-${product._id}-${unit?.name ?? ''}-${variant ?? ''}`,
    product: {
      _id: product._id,
      slug: product.slug,
      title: product.title,
      images: product.images.slice(0, 1),
      pictures: product.pictures.slice(0, 1),
      price: product.price,
      sellingUnits: { baseUnitName: product.sellingUnitsData.baseUnitName },
      ...(product.windowHours !== undefined && { windowHours: product.windowHours }),
      ...(product.maxUnitsPerPerson !== undefined && { maxUnitsPerPerson: product.maxUnitsPerPerson }),
    },
    quantity,
    variant: variant ?? null,
    itemPrice: variant === 'solo' ? basePrice : unitPrice,
    basePrice,
    name: product.title,
    sellingUnit: unit && {
      optionName: unit.name,
      displayName: unit.displayName,
      baseUnitQuantity: unit.baseUnitQuantity,
      priceType: unit.priceType,
      customPrice: unit.customPrice,
      pricePerUnit: unitPrice,
    },
    available: true,
  };
}

/** Adds up the cart's lines in whole naira, without unavailable products. */
function totalOf(items: readonly CartItem[]): number {
  return items.filter((item) => item.available).reduce((sum, item) => sum + calculateCartLineTotal(item), 0);
}

/**
 * Applies the queued commands to the server's cart, oldest first.
 * @returns the same object when no command is waiting, so that nothing renders again.
 */
export function applyQueuedCommandsToCart(cart: Cart, commands: readonly CartCommand[]): Cart {
  const items = applyQueuedCommandsToCartItems(cart.items, commands);
  if (items === cart.items) return cart;
  return { ...cart, items: [...items], totalPrice: totalOf(items) };
}

/**
 * Applies the queued commands to the lines, oldest first.
 * @returns the same array when nothing changes.
 */
export function applyQueuedCommandsToCartItems(
  items: readonly CartItem[],
  commands: readonly CartCommand[],
): readonly CartItem[] {
  const reached: Reached = new Map();
  return commands.reduce((before, command) => applyCommand(before, command, reached), items);
}

/** Maps each line to its quantity after the commands applied so far, to which a later addition adds. */
type Reached = Map<string, number>;

function nameOf({ productId, variant, sellingUnitName }: CartLineKey): string {
  return JSON.stringify([productId, variant, sellingUnitName]);
}

function applyCommand(
  items: readonly CartItem[],
  command: CartCommand,
  reached: Reached,
): readonly CartItem[] {
  switch (command.type) {
    case 'cart.add': {
      // An addition sets a target quantity, because the server may have applied it although the response was lost.
      const goal = goalOf(command, reached.get(nameOf(command.line)));
      reached.set(nameOf(command.line), goal);
      const known = items.find((item) => isSameCartLine(getCartLineKey(item), command.line));
      if (!known) return [...items, { ...command.preview, quantity: goal }];
      return withQuantity(items, command.line, Math.max(known.quantity, goal));
    }
    case 'cart.set':
      reached.set(nameOf(command.line), command.body.quantity);
      return withQuantity(items, command.line, command.body.quantity);
    case 'cart.remove':
      reached.set(nameOf(command.line), 0);
      return items.filter((item) => !isSameCartLine(getCartLineKey(item), command.line));
  }
}

/** @returns a line's quantity after an addition. @param quantityBefore the quantity after all earlier commands. */
function goalOf(command: CartCommand & { type: 'cart.add' }, quantityBefore = 0): number {
  const base = Math.max(command.baseQuantity ?? 0, quantityBefore);
  return Math.min(base + command.preview.quantity, CART_LINE_QUANTITY_MAX);
}

function withQuantity(items: readonly CartItem[], line: CartLineKey, quantity: number): readonly CartItem[] {
  return items.map((item) => (isSameCartLine(getCartLineKey(item), line) ? { ...item, quantity } : item));
}

/** Adds the product's title to the message of a command, unless neither the command nor the cart has it. */
export function prependProductTitle(cart: Cart | undefined, command: CartCommand, message: string): string {
  const known = cart?.items.find((item) => isSameCartLine(getCartLineKey(item), command.line));
  const item = command.type === 'cart.add' ? command.preview : known;
  return item ? `${item.name || item.product.title}: ${message}` : message;
}
