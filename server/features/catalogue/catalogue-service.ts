import type { ShopConfig } from '#contract/schemas/config.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Clock } from '../../lib/clock.ts';
import { createProductListReader, type ProductListFilter, type ProductListPage } from './product-list.ts';
import { toProductReply } from './product-presentation.ts';
import { findProductBySlug, findProductsByIds } from './product-repository.ts';
import { createShopConfigReader, type ShopConfigDeps } from './settings/shop-config.ts';

/** Public reads of the catalogue, which the API and the server-rendered pages share. */
export interface CatalogueService {
  listPage(query: ProductListFilter): Promise<ProductListPage>;
  /** @returns the product; null when it is unknown or withdrawn. */
  productBySlug(slug: string): Promise<Product | null>;
  /** @returns the product; null when it is unknown or withdrawn. */
  productById(id: string): Promise<Product | null>;
  shopConfig(): Promise<ShopConfig>;
}

export function createCatalogueService(deps: ShopConfigDeps & { clock: Clock }): CatalogueService {
  const { db, clock, config } = deps;
  return {
    listPage: createProductListReader(db, clock, config.publicUrl),
    async productBySlug(slug) {
      const product = await findProductBySlug(db, slug);
      return product?.active ? toProductReply(product, config.publicUrl) : null;
    },
    async productById(id) {
      const product = (await findProductsByIds(db, [id])).get(id);
      return product?.active ? toProductReply(product, config.publicUrl) : null;
    },
    shopConfig: createShopConfigReader(deps),
  };
}
