import type { Product, SellingUnit } from '#contract/schemas/product.ts';

/** @returns the units on sale; empty when the product is sold as one piece. */
export function getActiveSellingUnits(product: Product): SellingUnit[] {
  const { enabled, options } = product.sellingUnitsData;
  return enabled ? options.filter((unit) => unit.isActive) : [];
}

/** @returns the unit in which the product's groups count, such as kg; null: pieces of the product. */
export function getBaseUnitName({ sellingUnitsData: { enabled, baseUnitName } }: Product): string | null {
  return enabled && baseUnitName !== '' ? baseUnitName : null;
}

/** Returns the group price of one selling unit in whole naira. */
export function getUnitPriceNaira(unit: SellingUnit): number {
  return unit.priceType === 'manual' && unit.customPrice !== null ? unit.customPrice : unit.calculatedPrice;
}

export interface DisplayedPrice {
  priceNaira: number;
  /** Standard price of the unit in whole naira. */
  baseNaira: number;
  /** Label above the price, such as `Group price, full bag`. */
  label: string;
}

/** @returns the price to show: that of the chosen unit, or of the largest unit when none is chosen. */
export function getDisplayedPrice(product: Product, chosen: SellingUnit | undefined): DisplayedPrice {
  const units = getActiveSellingUnits(product);
  const unit =
    chosen ??
    units.reduce<SellingUnit | undefined>(
      (largest, next) =>
        largest === undefined || next.baseUnitQuantity > largest.baseUnitQuantity ? next : largest,
      undefined,
    );
  if (!unit) return { priceNaira: product.price, baseNaira: product.basePrice, label: 'Group price' };
  const name = unit.displayName.split(',')[0] ?? unit.displayName;
  return {
    priceNaira: getUnitPriceNaira(unit),
    baseNaira: unit.basePrice,
    label: `Group price, ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  };
}
