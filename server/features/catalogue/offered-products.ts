import { plainAddresses } from '#contract/rules/picture-address.ts';
import type { EmbeddedRead } from '../../db/embedded-read.ts';
import { currentOffer, describeLine, offerLine } from './product-offer.ts';
import type { OfferedRecord } from './product-record.ts';
import { offeredRecords } from './product-repository.ts';

/** Reads products by id with current line prices. Withdrawn ones are included; unknown ids are absent. */
export const pricedProducts: EmbeddedRead<Map<string, ReturnType<typeof offeredProduct>>> = {
  sql: offeredRecords.sql,
  read: (value) =>
    new Map(offeredRecords.read(value).map((product) => [product.id, offeredProduct(product)])),
};

function offeredProduct(product: OfferedRecord) {
  const { id, slug, title, active, pictures, group } = product;
  const { priceKobo, baseUnitName } = currentOffer(product);
  return {
    ...{ id, slug, title, active, pictures, priceKobo, baseUnitName },
    images: plainAddresses(pictures),
    /** The group that a join would enter now; null: none is open. */
    joinableGroupId: group?.isJoinable ? group.id : null,
    offer: (variant: string | null, unitName: string | null) => offerLine(product, variant, unitName),
    describe: (variant: string | null, unitName: string | null) => describeLine(product, variant, unitName),
  };
}
