import { createHash } from 'node:crypto';
import { formatProductFilterQuery, type ProductFilter } from '#contract/rules/product/product-filter.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import type { Queryable } from '../../db/database.ts';
import { computeEtag } from '../../http/pages/conditional-get.ts';
import type { Clock } from '../../lib/clock.ts';
import { toProductReply } from './product-presentation.ts';
import type { StoredProduct } from './product-record.ts';
import { findProductsAtDealStage, findProductsByIds, findProductsOnSale } from './product-repository.ts';
import { searchProducts } from './product-search.ts';
import { findProductCategories } from './search-repository.ts';

export interface ProductListPage {
  reply: ProductsReply;
  body: Buffer;
  /**
   * ETag of the page. It does not depend on the products' order, so that a page with the same products costs a phone no
   * bytes.
   */
  etag: string;
  /** Time until which caches may store the page, in milliseconds since 1970 by the machine's clock. */
  freshUntilMs: number;
}

/**
 * Interval at which the random order of products changes on all instances. Cached pages expire with it, so that a
 * phone never returns to an earlier order.
 */
export const PRODUCT_SHUFFLE_INTERVAL_MS = 15_000;
/** Number of cached pages. Beyond it the oldest are removed, because clients may request any page in any size. */
const PAGES_KEPT = 50;
/** Maximum number of categories that are offered as filters, because nobody reads a longer list. */
const CATEGORIES_MAX = 40;

export interface ProductListFilter {
  page: number;
  limit: number;
  filter: ProductFilter;
}

/**
 * Lists products on sale in pages. Their order is random and changes every 15 s, or follows the search or filter.
 * @source http.md (GET /products)
 */
export function createProductListReader(
  db: Queryable,
  clock: Pick<Clock, 'now'>,
  publicUrl: string,
  realNowMs: () => number = () => Date.now(),
): (query: ProductListFilter) => Promise<ProductListPage> {
  let window = -1;
  // Pages of the whole catalogue have their own cache, so that searches do not push them out.
  let whole = new Map<string, Promise<ProductListPage>>();
  let filtered = new Map<string, Promise<ProductListPage>>();
  return (query) => {
    const now = Math.floor(realNowMs() / PRODUCT_SHUFFLE_INTERVAL_MS);
    if (now !== window) {
      window = now;
      whole = new Map();
      filtered = new Map();
    }
    const key = `${query.page}:${query.limit}${formatProductFilterQuery(query.filter)}`;
    const current = isWhole(query.filter) ? whole : filtered;
    const cached = current.get(key);
    if (cached) return cached;
    const windowEndMs = (now + 1) * PRODUCT_SHUFFLE_INTERVAL_MS;
    const made = makePage(db, clock, publicUrl, query, { seed: `${window}:${key}`, windowEndMs });
    current.set(key, made);
    const [oldest] = current.keys();
    if (current.size > PAGES_KEPT && oldest !== undefined) current.delete(oldest);
    // A failed read is removed from the cache, because it would be returned for the rest of the 15 s.
    made.catch(() => current.delete(key));
    return made;
  };
}

async function makePage(
  db: Queryable,
  clock: Pick<Clock, 'now'>,
  publicUrl: string,
  query: ProductListFilter,
  { seed, windowEndMs }: { seed: string; windowEndMs: number },
): Promise<ProductListPage> {
  const { page, limit, filter } = query;
  const [{ products, total }, categories] = await Promise.all([
    findPage(db, query),
    page === 1 ? findProductCategories(db, CATEGORIES_MAX) : undefined,
  ]);
  const inOrder = products.map((product) => toProductReply(product, publicUrl));
  const pages = Math.ceil(total / limit);
  const pagination = { page, limit, total, pages, hasMore: page < pages };
  const reply: ProductsReply = {
    success: true,
    data: filter.search === '' && !filter.stage ? shuffleProductsBySeed(inOrder, seed) : inOrder,
    pagination,
    ...(categories && { categories }),
    serverTime: clock.now().toISOString(),
  };
  return {
    reply,
    body: Buffer.from(JSON.stringify(reply)),
    etag: computeEtag(JSON.stringify([inOrder, pagination, categories])),
    freshUntilMs: windowEndMs,
  };
}

async function findPage(
  db: Queryable,
  { page, limit, filter }: ProductListFilter,
): Promise<{ products: StoredProduct[]; total: number }> {
  const { ids, total } =
    filter.search !== ''
      ? await searchProducts(db, filter, page, limit)
      : filter.stage
        ? await findProductsAtDealStage(db, { ...filter, stage: filter.stage }, page, limit)
        : await findProductsOnSale(db, filter.category, page, limit);
  const byId = await findProductsByIds(db, ids);
  // A product that was withdrawn between the two queries is removed from the page, which then has one product fewer.
  const products = ids.flatMap((id) => byId.get(id) ?? []).filter(({ active }) => active);
  return { products, total };
}

function isWhole(filter: ProductFilter): boolean {
  return formatProductFilterQuery(filter) === '';
}

/** Sorts by a hash of seed and id: the order looks random, and equal seeds give equal orders. */
export function shuffleProductsBySeed(products: Product[], seed: string): Product[] {
  const rank = (product: Product): string =>
    createHash('sha1').update(`${seed}:${product._id}`).digest('hex');
  return products
    .map((product) => ({ product, rank: rank(product) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ product }) => product);
}
