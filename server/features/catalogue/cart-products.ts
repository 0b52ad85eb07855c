import { listFallbackImagePaths } from '#contract/rules/product/image-path.ts';
import type { SqlSubquery } from '../../db/sql-subquery.ts';
import {
  computeCartLineOffer,
  createUnavailableCartLineOffer,
  getCurrentProductOffer,
} from './product-offer.ts';
import type { StoredProductOffer } from './product-record.ts';
import { storedProductOffersSubquery } from './product-repository.ts';

/** Reads products by id with their current prices, including withdrawn products, which a cart may still contain. */
export const cartProductsSubquery: SqlSubquery<Map<string, ReturnType<typeof toCartProduct>>> = {
  sql: storedProductOffersSubquery.sql,
  read: (value) =>
    new Map(storedProductOffersSubquery.read(value).map((product) => [product.id, toCartProduct(product)])),
};

function toCartProduct(product: StoredProductOffer) {
  const { id, slug, title, active, pictures, windowHours, maxUnitsPerPerson, group } = product;
  const { priceKobo, baseUnitName } = getCurrentProductOffer(product);
  return {
    ...{ id, slug, title, active, pictures, priceKobo, baseUnitName, windowHours, maxUnitsPerPerson },
    images: listFallbackImagePaths(pictures),
    /** Id of the open group that a buyer would join now; null: no group is open. */
    joinableGroupId: group?.isJoinable ? group.id : null,
    offer: (variant: string | null, unitName: string | null) =>
      computeCartLineOffer(product, variant, unitName),
    describe: (variant: string | null, unitName: string | null) =>
      createUnavailableCartLineOffer(product, variant, unitName),
  };
}
