import type { BusinessRuleResult } from '#contract/errors.ts';
import { koboToNaira, nairaToKobo } from '#contract/rules/money/kobo.ts';
import { calculateProRataPrice } from '#contract/rules/money/unit-price.ts';
import type { StoredProductForCart, StoredSellingUnit } from './product-record.ts';

/** A selling unit with its current prices, in kobo. */
interface UnitOffer extends Omit<StoredSellingUnit, 'active' | 'sort'> {
  priceKobo: number;
  isOffered: boolean;
}

export interface CurrentProductPrices {
  priceKobo: number;
  basePriceKobo: number;
  minUnits: number;
  unitsEnabled: boolean;
  baseUnitName: string;
  units: UnitOffer[];
}

/**
 * Calculates a product's current prices. While its group accepts buyers, they are the prices at the group's opening.
 * @source groups.md
 */
export function computeCurrentProductPrices(product: StoredProductForCart): CurrentProductPrices {
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

function withoutSort(unit: Omit<StoredSellingUnit, 'sort'>): Omit<UnitOffer, 'priceKobo' | 'isOffered'> {
  const { name, displayName, baseUnitQuantity, priceType, customPriceKobo, basePriceKobo } = unit;
  return { name, displayName, baseUnitQuantity, priceType, customPriceKobo, basePriceKobo };
}

function unitPriceKobo(
  productPriceKobo: number,
  unit: StoredSellingUnit,
  units: StoredSellingUnit[],
): number {
  if (unit.priceType === 'manual' && unit.customPriceKobo !== null) return unit.customPriceKobo;
  const largest = Math.max(...units.map((one) => one.baseUnitQuantity));
  return nairaToKobo(calculateProRataPrice(koboToNaira(productPriceKobo), unit.baseUnitQuantity, largest));
}

interface LineOffer {
  unit: UnitOffer | null;
  baseUnitQuantity: number;
  unitPriceKobo: number;
  standardPriceKobo: number;
}

/**
 * @returns the cart line's offer, or a refusal: `product_unavailable`, `solo_not_offered`, `selling_unit_required` or
 * `selling_unit_unavailable`.
 */
export function priceCartLineOrRefuse(
  product: StoredProductForCart,
  variant: string | null,
  unitName: string | null,
): BusinessRuleResult<{ line: LineOffer }> {
  if (!product.active) return { ok: false, reason: 'product_unavailable' };
  const isSolo = variant === 'solo';
  if (isSolo && !product.soloEnabled) return { ok: false, reason: 'solo_not_offered' };
  const offer = computeCurrentProductPrices(product);
  if (!offer.unitsEnabled || offer.units.length === 0) {
    if (unitName !== null) return { ok: false, reason: 'selling_unit_unavailable' };
    return { ok: true, line: lineFrom(null, 1, offer, isSolo) };
  }
  if (unitName === null) return { ok: false, reason: 'selling_unit_required' };
  const unit = offer.units.find((one) => one.name === unitName);
  if (!unit?.isOffered) return { ok: false, reason: 'selling_unit_unavailable' };
  return { ok: true, line: lineFrom(unit, unit.baseUnitQuantity, unit, isSolo) };
}

/** Describes a cart line that cannot be bought, so that the cart can show it. */
export function describeUnavailableCartLine(
  product: StoredProductForCart,
  variant: string | null,
  unitName: string | null,
): LineOffer {
  const offer = computeCurrentProductPrices(product);
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
