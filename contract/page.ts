import type { GroupInvitationLink } from './rules/group/group-invitation.ts';
import type { ProductFilter } from './rules/product/product-filter.ts';
import type { ShopConfig } from './schemas/config.ts';
import type { GroupInvitation, GroupProgress } from './schemas/group.ts';
import type { PickupCentre, Product, ProductsReply } from './schemas/product.ts';
import type { ProductReviewsReply } from './schemas/review.ts';

/** The interface between the server and the page renderer, which the server loads by path without an import. */

/** The data that a public page may request while the server renders it. The API returns the same data. */
export interface PageDataSource {
  config(): Promise<ShopConfig>;
  products(filter: ProductFilter): Promise<ProductsReply>;
  /** Resolves to null for an unknown product; the page then answers 404. */
  productBySlug(slug: string): Promise<Product | null>;
  groupProgress(productId: string): Promise<GroupProgress>;
  /** Resolves to null when the link names no group. */
  groupInvitation(link: GroupInvitationLink): Promise<GroupInvitation | null>;
  /** Returns the active centres, the shop's default one first. */
  pickupCentres(): Promise<PickupCentre[]>;
  /** Returns the first page of the product's reviews. */
  productReviews(productId: string): Promise<ProductReviewsReply>;
}

/** `head` and `body` are complete HTML that is safe to insert into the template. */
export interface RenderedPage {
  status: number;
  /** Path of a redirect, to which the server adds the request's query; the page then has no body. */
  location?: string;
  /** The page's `<title>`, `<meta>` and `<link>` tags. */
  head: string;
  /** The HTML that goes into the page's `#root` element. */
  body: string;
  /** JSON for the `server-data` block, `<` already escaped: `[[queryKey, data], …]`. */
  data: string;
  /** Name of the JavaScript chunk that has the route's code and styles. @see chunks.ts */
  chunk: string;
}

/** The module `dist/server/entry-server.js` implements this interface. */
export interface PageRenderer {
  /**
   * Renders a public page.
   * @param url path and query of the request.
   * @returns null when the server does not render this path.
   */
  renderPage(url: string, reads: PageDataSource): Promise<RenderedPage | null>;
}
