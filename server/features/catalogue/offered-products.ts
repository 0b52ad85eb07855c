import { plainAddresses } from '#contract/rules/picture-address.ts';
import type { Queryable } from '../../db/database.ts';
import { currentOffer, describeLine, offerLine } from './product-offer.ts';
import type { ProductRecord } from './product-record.ts';
import { findProductsById } from './product-repository.ts';

/**
 * What other features may ask of the catalogue: products by id, each with what a line of it costs now. Withdrawn ones
 * are among them, unknown ids are not.
 */
export async function findOfferedProducts(
  db: Queryable,
  ids: string[],
): Promise<Map<string, ReturnType<typeof offeredProduct>>> {
  const products = await findProductsById(db, ids);
  return new Map([...products].map(([id, product]) => [id, offeredProduct(product)]));
}

function offeredProduct(product: ProductRecord) {
  const { id, slug, title, active, pictures, group } = product;
  const { priceKobo, baseUnitName } = currentOffer(product);
  return {
    ...{ id, slug, title, active, pictures, priceKobo, baseUnitName },
    images: plainAddresses(pictures),
    /** The group a join would land in now; null: none is open. */
    joinableGroupId: group?.isJoinable ? group.id : null,
    offer: (variant: string | null, unitName: string | null) => offerLine(product, variant, unitName),
    describe: (variant: string | null, unitName: string | null) => describeLine(product, variant, unitName),
  };
}
