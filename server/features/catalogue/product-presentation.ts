import { buildProductScreenPath, screenPathPatterns } from '#contract/addresses.ts';
import {
  calculateGroupProgressPercent,
  calculateGroupUnitsRemaining,
} from '#contract/rules/group/group-progress.ts';
import { koboToNaira } from '#contract/rules/money/kobo.ts';
import { listImagePathsForOldClients } from '#contract/rules/product/image-path.ts';
import type { ProductGroupSummary } from '#contract/schemas/group.ts';
import type { Product } from '#contract/schemas/product.ts';
import { type CurrentProductPrices, computeCurrentProductPrices } from './product-offer.ts';
import type { StoredProduct } from './product-record.ts';

/** Converts a product to the API's form, in whole naira. `publicUrl` has no trailing slash. */
export function toProductReply(product: StoredProduct, publicUrl: string): Product {
  const offer = computeCurrentProductPrices(product);
  const firstImage = product.pictures[0];
  return {
    _id: product.id,
    title: product.title,
    description: product.description,
    slug: product.slug,
    category: product.category,
    images: listImagePathsForOldClients(product.pictures),
    pictures: product.pictures,
    shareImage: firstImage ? `/pictures/${firstImage.hash}-share.jpg` : null,
    price: koboToNaira(offer.priceKobo),
    basePrice: koboToNaira(offer.basePriceKobo),
    ...priceRange(offer),
    rating: product.rating,
    reviewCount: product.reviewCount,
    ...(product.isRatingImported && { isRatingImported: true as const }),
    specifications: product.specifications,
    shareLink: `${publicUrl}${buildProductScreenPath(screenPathPatterns.product, product.slug)}`,
    sellingUnitsData: {
      enabled: offer.unitsEnabled,
      baseUnitName: offer.baseUnitName,
      options: offer.units.map((unit) => ({
        name: unit.name,
        displayName: unit.displayName,
        baseUnitQuantity: unit.baseUnitQuantity,
        priceType: unit.priceType,
        customPrice: unit.customPriceKobo === null ? null : koboToNaira(unit.customPriceKobo),
        calculatedPrice: koboToNaira(unit.priceKobo),
        basePrice: koboToNaira(unit.basePriceKobo),
        isActive: unit.isOffered,
      })),
    },
    minimumViableUnits: offer.minUnits,
    ...(product.windowHours === null ? {} : { windowHours: product.windowHours }),
    ...(product.maxUnitsPerPerson === null ? {} : { maxUnitsPerPerson: product.maxUnitsPerPerson }),
    soloEnabled: product.soloEnabled,
    group: presentGroup(product, offer),
  };
}

function priceRange(
  offer: CurrentProductPrices,
): Pick<Product, 'minPrice' | 'maxPrice' | 'minBasePrice' | 'maxBasePrice'> {
  const units = offer.unitsEnabled ? offer.units.filter((unit) => unit.isOffered) : [];
  if (units.length === 0) return { minPrice: 0, maxPrice: 0, minBasePrice: 0, maxBasePrice: 0 };
  const prices = units.map((unit) => koboToNaira(unit.priceKobo));
  const basePrices = units.map((unit) => koboToNaira(unit.basePriceKobo));
  return {
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
    minBasePrice: Math.min(...basePrices),
    maxBasePrice: Math.max(...basePrices),
  };
}

/**
 * Converts a product's current group for the API. A product without a group gets the figures of a group that nobody has
 * joined.
 */
function presentGroup(product: StoredProduct, offer: CurrentProductPrices): ProductGroupSummary {
  const group = product.group;
  if (!group) {
    return {
      groupId: null,
      status: 'active',
      progressPercentage: 0,
      spotsRemaining: offer.minUnits,
      minimumViableUnits: offer.minUnits,
      deadline: null,
    };
  }
  return {
    groupId: group.id,
    status: group.status,
    progressPercentage: group.isJoinable
      ? calculateGroupProgressPercent(group.unitsSold, group.minUnits)
      : 100,
    spotsRemaining: group.isJoinable ? calculateGroupUnitsRemaining(group.unitsSold, group.minUnits) : 0,
    minimumViableUnits: group.minUnits,
    deadline: group.deadline.toISOString(),
  };
}
