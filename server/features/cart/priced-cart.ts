import { koboToNaira } from '#contract/money.ts';
import type { Cart, CartItem } from '#contract/schemas/cart.ts';
import type { Queryable } from '../../db/database.ts';
import type { CartProduct, FindProducts, LineOffer } from './cart-product.ts';
import { type CartItemRow, findItems, findOpenCart } from './cart-repository.ts';

/** A line of the cart at today's price. `offer` is null when it can no longer be bought. */
interface PricedLine extends CartItemRow {
  product: CartProduct;
  offer: LineOffer | null;
  /** Kobo; 0 when it can no longer be bought. */
  lineTotalKobo: number;
}

/** The open cart at today's prices. Money in kobo. */
export interface PricedCart {
  cartId: string;
  version: number;
  lines: PricedLine[];
  /** Only lines that can be bought. */
  totalKobo: number;
}

/**
 * Reads the open cart and prices it. A checkout prices with this too, so that the shopper pays what the cart shows.
 *
 * @returns null without an open cart.
 */
export async function readPricedCart(
  db: Queryable,
  findProducts: FindProducts,
  userId: string,
): Promise<PricedCart | null> {
  const cart = await findOpenCart(db, userId);
  if (!cart) return null;
  const items = await findItems(db, cart.id);
  const products = await findProducts(
    db,
    items.map((item) => item.productId),
  );
  const lines = items.flatMap((item) => {
    const product = products.get(item.productId);
    if (!product) return [];
    const verdict = product.offer(item.variant, item.unitName);
    const offer = verdict.ok ? verdict.line : null;
    return [{ ...item, product, offer, lineTotalKobo: (offer?.unitPriceKobo ?? 0) * item.quantity }];
  });
  const totalKobo = lines.reduce((sum, line) => sum + line.lineTotalKobo, 0);
  return { cartId: cart.id, version: cart.version, lines, totalKobo };
}

/** The cart as the wire knows it, whole naira. Null: no open cart. */
export function presentCart(cart: PricedCart | null, walletBalanceKobo: number): Cart {
  return {
    success: cart !== null,
    cartId: cart?.cartId ?? null,
    version: cart?.version ?? 0,
    items: cart?.lines.map(presentLine) ?? [],
    totalPrice: koboToNaira(cart?.totalKobo ?? 0),
    walletBalance: koboToNaira(walletBalanceKobo),
  };
}

function presentLine(line: PricedLine): CartItem {
  const { product } = line;
  const offer = line.offer ?? product.describe(line.variant, line.unitName);
  const unit = offer.unit;
  return {
    _id: String(line.id),
    product: {
      _id: product.id,
      slug: product.slug,
      title: product.title,
      images: product.images,
      pictures: product.pictures,
      price: koboToNaira(product.priceKobo),
      sellingUnits: { baseUnitName: product.baseUnitName },
    },
    quantity: line.quantity,
    variant: line.variant,
    itemPrice: koboToNaira(offer.unitPriceKobo),
    basePrice: koboToNaira(offer.standardPriceKobo),
    name: product.title,
    sellingUnit: unit && {
      optionName: unit.name,
      displayName: unit.displayName,
      baseUnitQuantity: unit.baseUnitQuantity,
      priceType: unit.priceType,
      customPrice: unit.customPriceKobo === null ? null : koboToNaira(unit.customPriceKobo),
      pricePerUnit: koboToNaira(unit.priceKobo),
    },
    available: line.offer !== null,
  };
}
