import { createHash } from 'node:crypto';
import type { Product, ProductsReply } from '#contract/schemas/product.ts';
import type { Queryable } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { presentProduct } from './product-presentation.ts';
import { findProductPage } from './product-repository.ts';

/** A page of the list, ready to send. */
export interface ListedPage {
  reply: ProductsReply;
  /** The reply as JSON, made once. */
  body: Buffer;
  /** Names the products and their state, whatever their order: an unchanged page costs a phone no bytes. */
  etag: string;
}

/** One order is drawn for each window, the same on every instance. */
const LIST_WINDOW_MS = 15_000;
/** Anybody may ask for any page in any size: so many are kept, the oldest goes first. */
const PAGES_KEPT = 50;

/**
 * Pages of the products on sale. Which products stand on a page is fixed; their order inside it is drawn once for
 * each window of 15 s, for which the page is kept.
 *
 * @source http.md (GET /products)
 */
export function createProductList(
  db: Queryable,
  clock: Clock,
  publicUrl: string,
  realNowMs: () => number = () => Date.now(),
): (page: number, limit: number) => Promise<ListedPage> {
  let window = -1;
  let pages = new Map<string, Promise<ListedPage>>();
  return (page, limit) => {
    const now = Math.floor(realNowMs() / LIST_WINDOW_MS);
    if (now !== window) {
      window = now;
      pages = new Map();
    }
    const key = `${page}:${limit}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const made = makePage(db, clock, publicUrl, { page, limit, seed: `${window}:${key}` });
    const current = pages;
    current.set(key, made);
    const [oldest] = current.keys();
    if (current.size > PAGES_KEPT && oldest !== undefined) current.delete(oldest);
    // A failed read must not be answered for the rest of the window.
    made.catch(() => current.delete(key));
    return made;
  };
}

async function makePage(
  db: Queryable,
  clock: Clock,
  publicUrl: string,
  { page, limit, seed }: { page: number; limit: number; seed: string },
): Promise<ListedPage> {
  const { products, total } = await findProductPage(db, page, limit);
  const inOrder = products.map((product) => presentProduct(product, publicUrl));
  const pages = Math.ceil(total / limit);
  const pagination = { page, limit, total, pages, hasMore: page < pages };
  const reply: ProductsReply = {
    success: true,
    data: drawOrder(inOrder, seed),
    pagination,
    serverTime: clock.now().toISOString(),
  };
  const state = createHash('sha1').update(JSON.stringify([inOrder, pagination]));
  return { reply, body: Buffer.from(JSON.stringify(reply)), etag: `"${state.digest('base64url')}"` };
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
