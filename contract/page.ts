import type { ProductFilter } from './product-filter.ts';
import type { ShopConfig } from './schemas/config.ts';
import type { GroupProgress } from './schemas/group.ts';
import type { Product, ProductsReply } from './schemas/product.ts';

/**
 * What the built page renderer offers the server, and what it asks of it.
 * The server loads that module by path, so the wall between the rooms needs no exception.
 */

/** The reads a public page may ask for while it is rendered. All answer what the API would. */
export interface PageReads {
  config(): Promise<ShopConfig>;
  /** The first page of what the filter leaves. */
  products(filter: ProductFilter): Promise<ProductsReply>;
  /** null: no such product, the page answers 404. */
  productBySlug(slug: string): Promise<Product | null>;
  groupProgress(productId: string): Promise<GroupProgress>;
}

/** One finished page. `head` and `body` are complete strings, safe to place into the template. */
export interface RenderedPage {
  status: number;
  /** Set for a redirect; then there is no body. */
  location?: string;
  /** `<title>`, `<meta>` and `<link>` tags. */
  head: string;
  /** The content of `#root`. */
  body: string;
  /** JSON for the `server-data` block, `<` already escaped: `[[queryKey, data], …]`. */
  data: string;
  /** The name of the build's chunk that has the route's code and styles. @see chunks.ts */
  chunk: string;
}

/** The module `dist/server/entry-server.js`. */
export interface PageRenderer {
  /**
   * Renders a public route.
   *
   * @param url path of the request, on home with its filter: nothing else of a query changes a public page.
   * @returns null when the path is no server-rendered route (the caller sends the bare shell).
   */
  renderPage(url: string, reads: PageReads): Promise<RenderedPage | null>;
}
