import { listImagePathsForOldClients } from '#contract/rules/product/image-path.ts';
import type { SqlSubquery } from '../../db/sql-subquery.ts';
import {
  computeCurrentProductPrices,
  describeUnavailableCartLine,
  priceCartLineOrRefuse,
} from './product-offer.ts';
import type { StoredProductForCart } from './product-record.ts';
import { storedProductsForCartSubquery } from './product-repository.ts';

/** Reads products by id with their current prices, including withdrawn products, which a cart may still contain. */
export const cartProductsSubquery: SqlSubquery<Map<string, ReturnType<typeof toCartProduct>>> = {
  sql: storedProductsForCartSubquery.sql,
  read: (value) =>
    new Map(storedProductsForCartSubquery.read(value).map((product) => [product.id, toCartProduct(product)])),
};

function toCartProduct(product: StoredProductForCart) {
  const { id, slug, title, active, pictures, windowHours, maxUnitsPerPerson, group } = product;
  const { priceKobo, baseUnitName } = computeCurrentProductPrices(product);
  return {
    ...{ id, slug, title, active, pictures, priceKobo, baseUnitName, windowHours, maxUnitsPerPerson },
    images: listImagePathsForOldClients(pictures),
    /** Id of the open group that a buyer would join now; null: no group is open. */
    joinableGroupId: group?.isJoinable ? group.id : null,
    offer: (variant: string | null, unitName: string | null) =>
      priceCartLineOrRefuse(product, variant, unitName),
    describe: (variant: string | null, unitName: string | null) =>
      describeUnavailableCartLine(product, variant, unitName),
  };
}
