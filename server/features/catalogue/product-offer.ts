import type { Verdict } from '#contract/errors.ts';
import { koboToNaira, nairaToKobo } from '#contract/kobo.ts';
import { calculatedUnitPrice } from '#contract/rules/unit-price.ts';
import type { OfferedRecord, UnitRecord } from './product-record.ts';

/** One way to buy a product now. Money in kobo. */
interface UnitOffer {
  name: string;
  displayName: string;
  baseUnitQuantity: number;
  priceType: 'manual' | 'calculated';
  customPriceKobo: number | null;
  /** Group price. */
  priceKobo: number;
  /** Standard price, paid when bought alone. */
  basePriceKobo: number;
  isOffered: boolean;
}

/** What a product costs now. */
export interface Offer {
  priceKobo: number;
  basePriceKobo: number;
  minUnits: number;
  unitsEnabled: boolean;
  baseUnitName: string;
  units: UnitOffer[];
}

/**
 * While a group can be joined everything is priced from what it froze when it opened; an edit of the product
 * shows when that group closes. Withdrawing a unit acts at once. A share that rounds to nothing is not sold.
 *
 * @source groups.md
 */
export function currentOffer(product: OfferedRecord): Offer {
  const frozen = product.group?.isJoinable ? product.group.snapshot : null;
  if (!frozen) {
    return {
      priceKobo: product.priceKobo,
      basePriceKobo: product.basePriceKobo,
      minUnits: product.minUnits,
      unitsEnabled: product.unitsEnabled,
      baseUnitName: product.baseUnitName ?? '',
      units: product.units.map((unit) => {
        const priceKobo = unitPriceKobo(product.priceKobo, unit, product.units);
        return { ...withoutSort(unit), priceKobo, isOffered: unit.active && priceKobo > 0 };
      }),
    };
  }
  const soldNow = new Set(product.units.filter((unit) => unit.active).map((unit) => unit.name));
  return {
    priceKobo: frozen.priceKobo,
    basePriceKobo: frozen.basePriceKobo,
    minUnits: frozen.minUnits,
    unitsEnabled: frozen.unitsEnabled,
    baseUnitName: frozen.baseUnitName ?? '',
    units: frozen.units.map((unit) => ({
      ...withoutSort(unit),
      priceKobo: unit.priceKobo,
      isOffered: unit.active && soldNow.has(unit.name) && unit.priceKobo > 0,
    })),
  };
}

function withoutSort(unit: Omit<UnitRecord, 'sort'>): Omit<UnitOffer, 'priceKobo' | 'isOffered'> {
  const { name, displayName, baseUnitQuantity, priceType, customPriceKobo, basePriceKobo } = unit;
  return { name, displayName, baseUnitQuantity, priceType, customPriceKobo, basePriceKobo };
}

function unitPriceKobo(productPriceKobo: number, unit: UnitRecord, units: UnitRecord[]): number {
  if (unit.priceType === 'manual' && unit.customPriceKobo !== null) return unit.customPriceKobo;
  const largest = Math.max(...units.map((one) => one.baseUnitQuantity));
  return nairaToKobo(calculatedUnitPrice(koboToNaira(productPriceKobo), unit.baseUnitQuantity, largest));
}

/** The offer of one cart line: which unit, at which price. */
interface LineOffer {
  unit: UnitOffer | null;
  baseUnitQuantity: number;
  /** The price to pay for one: standard for `solo`, else the group's. */
  unitPriceKobo: number;
  standardPriceKobo: number;
}

/**
 * Whether a line can be bought as named, and for what.
 *
 * @returns refused with `product_unavailable`, `solo_not_offered`, `selling_unit_required` or
 *   `selling_unit_unavailable`.
 */
export function offerLine(
  product: OfferedRecord,
  variant: string | null,
  unitName: string | null,
): Verdict<{ line: LineOffer }> {
  if (!product.active) return { ok: false, reason: 'product_unavailable' };
  const isSolo = variant === 'solo';
  if (isSolo && !product.soloEnabled) return { ok: false, reason: 'solo_not_offered' };
  const offer = currentOffer(product);
  if (!offer.unitsEnabled || offer.units.length === 0) {
    if (unitName !== null) return { ok: false, reason: 'selling_unit_unavailable' };
    return { ok: true, line: lineFrom(null, 1, offer, isSolo) };
  }
  if (unitName === null) return { ok: false, reason: 'selling_unit_required' };
  const unit = offer.units.find((one) => one.name === unitName);
  if (!unit?.isOffered) return { ok: false, reason: 'selling_unit_unavailable' };
  return { ok: true, line: lineFrom(unit, unit.baseUnitQuantity, unit, isSolo) };
}

/** A line as it would be priced if it could be bought, for showing one that cannot. */
export function describeLine(
  product: OfferedRecord,
  variant: string | null,
  unitName: string | null,
): LineOffer {
  const offer = currentOffer(product);
  const unit = offer.units.find((one) => one.name === unitName) ?? null;
  return lineFrom(unit, unit?.baseUnitQuantity ?? 1, unit ?? offer, variant === 'solo');
}

function lineFrom(
  unit: UnitOffer | null,
  baseUnitQuantity: number,
  prices: { priceKobo: number; basePriceKobo: number },
  isSolo: boolean,
): LineOffer {
  return {
    unit,
    baseUnitQuantity,
    unitPriceKobo: isSolo ? prices.basePriceKobo : prices.priceKobo,
    standardPriceKobo: prices.basePriceKobo,
  };
}
