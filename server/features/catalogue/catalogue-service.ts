import type { ShopConfig } from '#contract/schemas/config.ts';
import type { Product } from '#contract/schemas/product.ts';
import { type PublicReads, readFromPrimary } from '../../db/public-reads.ts';
import type { Clock } from '../../lib/clock.ts';
import { createProductList, type ListQuery, type ProductListPage } from './product-list.ts';
import { presentProduct } from './product-presentation.ts';
import { findProductBySlug } from './product-repository.ts';
import { createShopConfig, type ShopConfigDeps } from './shop-config.ts';

/** The API and the server-rendered pages share these public reads. */
export interface Catalogue {
  listPage(query: ListQuery): Promise<ProductListPage>;
  /** null: unknown or withdrawn. */
  productBySlug(slug: string): Promise<Product | null>;
  shopConfig(): Promise<ShopConfig>;
}

export function createCatalogue(
  deps: ShopConfigDeps & { clock: Clock; publicReads?: PublicReads },
): Catalogue {
  const { db, clock, config } = deps;
  return {
    listPage: createProductList(deps.publicReads ?? readFromPrimary(db), clock, config.publicUrl),
    async productBySlug(slug) {
      const product = await findProductBySlug(db, slug);
      return product?.active ? presentProduct(product, config.publicUrl) : null;
    },
    shopConfig: createShopConfig(deps),
  };
}
