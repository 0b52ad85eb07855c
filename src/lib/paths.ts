import { buildProductScreenPath, screenPathPatterns } from '#contract/addresses.ts';

const LISTING_URL_PATTERN = /^[a-z0-9-]+$/;

export const screenPaths = {
  ...screenPathPatterns,
  product: (slug: string) => buildProductScreenPath(screenPathPatterns.product, slug),
  listing: (slug: string) => buildProductScreenPath(screenPathPatterns.listing, slug),
} as const;

/** State that a navigation may carry; readers must validate it. */
export interface NavigationState {
  /** Slug of the product to return to. */
  listing_url?: string;
  message?: string;
  email?: string;
  recoveryKeySet?: boolean;
  /** True when a payment that failed or was cancelled leads back to the cart. */
  payment_return?: boolean;
  tempKeyInfo?: { temporaryKey?: string; expiresAt?: string; email?: string };
}

/**
 * Reads the slug of the product to return to after sign-in, from the navigation state or the query.
 * @returns null unless it consists of a-z, digits and dashes.
 */
export function readReturnListingUrl(state: unknown, search: string): string | null {
  const carried = (state as NavigationState | null)?.listing_url;
  const value = carried ?? new URLSearchParams(search).get('listing_url');
  return typeof value === 'string' && LISTING_URL_PATTERN.test(value) ? value : null;
}

export function getPathAfterSignIn(listingUrl: string | null): string {
  return listingUrl ? screenPaths.listing(listingUrl) : screenPaths.home;
}

/** Adds the product to return to, so that it survives a reload. */
export function addListingUrlParam(path: string, listingUrl: string | null): string {
  return listingUrl ? `${path}?listing_url=${listingUrl}` : path;
}
