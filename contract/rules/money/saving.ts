/**
 * Prices of a product card, whole naira; anything that is not a number counts as 0. @source spec section 2 (Product
 * card)
 */
export interface ProductCardPriceInput {
  price: unknown;
  basePrice: unknown;
  minPrice: unknown;
  maxPrice: unknown;
  minBasePrice: unknown;
  maxBasePrice: unknown;
}

function numeric(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/**
 * Calculates how much cheaper the group price is; a price range is compared by its highest prices.
 * @returns whole percent; 0 without a price.
 */
export function calculateSavingPercent(prices: ProductCardPriceInput): number {
  const hasRange = numeric(prices.minPrice) > 0 && numeric(prices.maxPrice) > 0;
  const base = numeric(hasRange ? prices.maxBasePrice : prices.basePrice);
  const current = numeric(hasRange ? prices.maxPrice : prices.price);
  if (base <= 0 || current <= 0) return 0;
  return Math.max(0, Math.round(((base - current) / base) * 100));
}

export type ProductCardPrice =
  | { kind: 'range'; min: number; max: number; baseMin: number; baseMax: number }
  | { kind: 'single'; price: number; base: number | null }
  | { kind: 'none' };

/**
 * Chooses what a product card shows. It is a price range when both ends are above 0, else the price, else "not
 * available".
 */
export function chooseProductCardPrice(prices: ProductCardPriceInput): ProductCardPrice {
  const min = numeric(prices.minPrice);
  const max = numeric(prices.maxPrice);
  if (min > 0 && max > 0) {
    return {
      kind: 'range',
      min,
      max,
      baseMin: numeric(prices.minBasePrice),
      baseMax: numeric(prices.maxBasePrice),
    };
  }
  const price = numeric(prices.price);
  if (price <= 0) return { kind: 'none' };
  const base = numeric(prices.basePrice);
  return { kind: 'single', price, base: base > price ? base : null };
}
