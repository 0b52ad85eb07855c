import { createHash } from 'node:crypto';
import { filterQuery, type ProductFilter } from '#contract/product-filter.ts';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import type { Queryable } from '../../db/database.ts';
import type { PublicReads } from '../../db/public-reads.ts';
import type { Clock } from '../../lib/clock.ts';
import { presentProduct } from './product-presentation.ts';
import type { ProductRecord } from './product-record.ts';
import { findListedPage, findProductsById } from './product-repository.ts';
import { findSearched } from './product-search.ts';
import { findCategories } from './search-repository.ts';

/** A page of the list, ready to send. */
export interface ListedPage {
  reply: ProductsReply;
  /** The reply as JSON, made once. */
  body: Buffer;
  /** Names the products and their state, whatever their order: an unchanged page costs a phone no bytes. */
  etag: string;
  /** How long whoever has it need not ask again. What a replica was behind is taken off. */
  maxAgeS: number;
}

/** One order is drawn for each window, the same on every instance. */
export const LIST_WINDOW_MS = 15_000;
const MAX_AGE_S = 15;
/** Anybody may ask for any page in any size: so many are kept, the oldest goes first. */
const PAGES_KEPT = 50;
/** More chips than that help nobody to find anything. */
const CATEGORIES_MAX = 40;

/** Which page of the list is asked for, or of what a filter leaves of it. */
export interface ListQuery {
  page: number;
  limit: number;
  filter: ProductFilter;
}

/**
 * Pages of the products on sale. Which products stand on a page is fixed; their order inside it is drawn once for
 * each window of 15 s, for which the page is kept. What a search finds stands in the order of how well it was found.
 *
 * @source http.md (GET /products)
 */
export function createProductList(
  reads: PublicReads,
  clock: Pick<Clock, 'now'>,
  publicUrl: string,
  realNowMs: () => number = () => Date.now(),
): (query: ListQuery) => Promise<ListedPage> {
  let window = -1;
  // Apart, so that whoever types anything at all drives no page of the list out.
  let whole = new Map<string, Promise<ListedPage>>();
  let filtered = new Map<string, Promise<ListedPage>>();
  return (query) => {
    const now = Math.floor(realNowMs() / LIST_WINDOW_MS);
    if (now !== window) {
      window = now;
      whole = new Map();
      filtered = new Map();
    }
    const key = `${query.page}:${query.limit}${filterQuery(query.filter)}`;
    const current = isWhole(query.filter) ? whole : filtered;
    const kept = current.get(key);
    if (kept) return kept;
    const made = makePage(reads, clock, publicUrl, query, `${window}:${key}`);
    current.set(key, made);
    const [oldest] = current.keys();
    if (current.size > PAGES_KEPT && oldest !== undefined) current.delete(oldest);
    // A failed read must not be answered for the rest of the window.
    made.catch(() => current.delete(key));
    return made;
  };
}

async function makePage(
  reads: PublicReads,
  clock: Pick<Clock, 'now'>,
  publicUrl: string,
  query: ListQuery,
  seed: string,
): Promise<ListedPage> {
  const { page, limit, filter } = query;
  const { result, behindS } = await reads.read((db) =>
    Promise.all([findPage(db, query), page === 1 ? findCategories(db, CATEGORIES_MAX) : undefined]),
  );
  const [{ products, total }, categories] = result;
  const inOrder = products.map((product) => presentProduct(product, publicUrl));
  const pages = Math.ceil(total / limit);
  const pagination = { page, limit, total, pages, hasMore: page < pages };
  const reply: ProductsReply = {
    success: true,
    data: filter.search === '' ? drawOrder(inOrder, seed) : inOrder,
    pagination,
    ...(categories && { categories }),
    serverTime: clock.now().toISOString(),
  };
  const state = createHash('sha1').update(JSON.stringify([inOrder, pagination, categories]));
  return {
    reply,
    body: Buffer.from(JSON.stringify(reply)),
    etag: `"${state.digest('base64url')}"`,
    maxAgeS: MAX_AGE_S - behindS,
  };
}

async function findPage(
  db: Queryable,
  { page, limit, filter }: ListQuery,
): Promise<{ products: ProductRecord[]; total: number }> {
  const { ids, total } =
    filter.search === ''
      ? await findListedPage(db, filter.category, page, limit)
      : await findSearched(db, filter, page, limit);
  const byId = await findProductsById(db, ids);
  // One that was withdrawn in between is not shown.
  const products = ids.flatMap((id) => byId.get(id) ?? []).filter(({ active }) => active);
  return { products, total };
}

function isWhole({ search, category }: ProductFilter): boolean {
  return search === '' && category === '';
}

/** Orders by a hash of seed and id: random to the eye, equal wherever the seed is equal. */
export function drawOrder(products: Product[], seed: string): Product[] {
  const rank = (product: Product): string =>
    createHash('sha1').update(`${seed}:${product._id}`).digest('hex');
  return products
    .map((product) => ({ product, rank: rank(product) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ product }) => product);
}
