import { koboToNaira } from '#contract/rules/money/kobo.ts';
import type { Cart, CartItem } from '#contract/schemas/cart.ts';
import type { CartLinePriceAndUnit, CartProduct } from './cart-product.ts';
import type { CartLineRow, StoredCart } from './cart-repository.ts';

/** A cart line at its current price. `offer` is null when the line can no longer be bought. */
interface PricedLine extends CartLineRow {
  product: CartProduct;
  offer: CartLinePriceAndUnit | null;
  /** Price of the whole line in kobo; 0 when the line cannot be bought. */
  lineTotalKobo: number;
}

/** The open cart at current prices, in kobo. */
export interface PricedCart {
  cartId: string;
  version: number;
  lines: PricedLine[];
  /** Sum of the lines that can be bought, in kobo. */
  totalKobo: number;
  balanceKobo: number;
}

/**
 * Prices the open cart. Checkout uses it too, so the shopper pays what the cart shows.
 * @returns null when there is no open cart.
 */
export function priceCart({ id, version, items, products, balanceKobo }: StoredCart): PricedCart | null {
  if (id === null) return null;
  const lines = items.flatMap((item) => {
    const product = products.get(item.productId);
    if (!product) return [];
    const verdict = product.offer(item.variant, item.unitName);
    const offer = verdict.ok ? verdict.line : null;
    return [{ ...item, product, offer, lineTotalKobo: (offer?.unitPriceKobo ?? 0) * item.quantity }];
  });
  const totalKobo = lines.reduce((sum, line) => sum + line.lineTotalKobo, 0);
  return { cartId: id, version, lines, totalKobo, balanceKobo };
}

/** Converts the cart to the API's form, in whole naira. */
export function toCartReply(stored: StoredCart): Cart {
  const cart = priceCart(stored);
  return {
    success: cart !== null,
    cartId: cart?.cartId ?? null,
    version: cart?.version ?? 0,
    items: cart?.lines.map(presentLine) ?? [],
    totalPrice: koboToNaira(cart?.totalKobo ?? 0),
    walletBalance: koboToNaira(stored.balanceKobo),
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
      ...(product.windowHours === null ? {} : { windowHours: product.windowHours }),
      ...(product.maxUnitsPerPerson === null ? {} : { maxUnitsPerPerson: product.maxUnitsPerPerson }),
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
