import type { BusinessRuleResult } from '#contract/errors.ts';
import type { ProductImage } from '#contract/schemas/product.ts';

export interface CartProduct {
  id: string;
  slug: string;
  title: string;
  images: string[];
  pictures: ProductImage[];
  active: boolean;
  priceKobo: number;
  baseUnitName: string;
  /** Duration of a group of this product, in hours; null: the shop's default. */
  windowHours: number | null;
  /** Maximum number of base units that one person may buy in one group; null: no limit. */
  maxUnitsPerPerson: number | null;
  /** Id of the open group that a buyer would join now; null: no group is open. */
  joinableGroupId: string | null;
  offer(variant: string | null, unitName: string | null): BusinessRuleResult<{ line: CartLinePriceAndUnit }>;
  /** Describes a cart line that can no longer be bought, so that the cart can still show it. */
  describe(variant: string | null, unitName: string | null): CartLinePriceAndUnit;
}

/** The price and unit of a cart line, in kobo. */
export interface CartLinePriceAndUnit {
  unit: {
    name: string;
    displayName: string;
    baseUnitQuantity: number;
    priceType: 'manual' | 'calculated';
    customPriceKobo: number | null;
    priceKobo: number;
  } | null;
  baseUnitQuantity: number;
  /** Price of one selling unit: the standard price for a solo purchase, else the group price. */
  unitPriceKobo: number;
  standardPriceKobo: number;
}
