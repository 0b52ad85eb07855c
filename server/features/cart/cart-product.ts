import type { Verdict } from '#contract/errors.ts';
import type { Picture } from '#contract/schemas/product.ts';

/** A product as the cart shows and prices it. Money in kobo, as of now. */
export interface CartProduct {
  id: string;
  slug: string;
  title: string;
  images: string[];
  pictures: Picture[];
  active: boolean;
  priceKobo: number;
  baseUnitName: string;
  /** The group a join would land in now; null: none is open. */
  joinableGroupId: string | null;
  /** Whether a line can be bought as named, and for what. */
  offer(variant: string | null, unitName: string | null): Verdict<{ line: LineOffer }>;
  /** A line as it would be priced if it could be bought, for showing one that cannot. */
  describe(variant: string | null, unitName: string | null): LineOffer;
}

/** The offer of one line: which unit, at which price. Money in kobo. */
export interface LineOffer {
  unit: {
    name: string;
    displayName: string;
    baseUnitQuantity: number;
    priceType: 'manual' | 'calculated';
    customPriceKobo: number | null;
    /** Group price. */
    priceKobo: number;
  } | null;
  baseUnitQuantity: number;
  /** The price to pay for one: standard for `solo`, else the group's. */
  unitPriceKobo: number;
  standardPriceKobo: number;
}
