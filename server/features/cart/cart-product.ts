import type { RuleResult } from '#contract/errors.ts';
import type { Picture } from '#contract/schemas/product.ts';

export interface CartProduct {
  id: string;
  slug: string;
  title: string;
  images: string[];
  pictures: Picture[];
  active: boolean;
  priceKobo: number;
  baseUnitName: string;
  /** The group of a join; null: none is open. */
  joinableGroupId: string | null;
  offer(variant: string | null, unitName: string | null): RuleResult<{ line: LineOffer }>;
  /** Prices an unavailable line, for display. */
  describe(variant: string | null, unitName: string | null): LineOffer;
}

/** The price and unit of a cart line, in kobo. */
export interface LineOffer {
  unit: {
    name: string;
    displayName: string;
    baseUnitQuantity: number;
    priceType: 'manual' | 'calculated';
    customPriceKobo: number | null;
    priceKobo: number;
  } | null;
  baseUnitQuantity: number;
  /** Price of one: standard for `solo`, else the group's. */
  unitPriceKobo: number;
  standardPriceKobo: number;
}
