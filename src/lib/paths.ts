import { buildProductScreenPath, screenPathPatterns } from '#contract/addresses.ts';

const LISTING_URL_PATTERN = /^[a-z0-9-]+$/;

export const screenPaths = {
  ...screenPathPatterns,
  product: (slug: string) => buildProductScreenPath(screenPathPatterns.product, slug),
  listing: (slug: string) => buildProductScreenPath(screenPathPatterns.listing, slug),
} as const;

/** State that a navigation may carry. It may come from an older release, so readers validate it. */
export interface NavigationState {
  /** Slug of the product to which sign-in returns. */
  listing_url?: string;
  message?: string;
  email?: string;
  recoveryKeySet?: boolean;
  /** True when a failed or cancelled payment leads back to the cart. */
  payment_return?: boolean;
  tempKeyInfo?: { temporaryKey?: string; expiresAt?: string; email?: string };
}

/**
 * Reads to which product sign-in returns, from the navigation's state or the query. @returns null unless the slug
 * consists of a-z, digits and dashes.
 */
export function readReturnListingUrl(state: unknown, search: string): string | null {
  const carried = (state as NavigationState | null)?.listing_url;
  const value = carried ?? new URLSearchParams(search).get('listing_url');
  return typeof value === 'string' && LISTING_URL_PATTERN.test(value) ? value : null;
}

export function getPathAfterSignIn(listingUrl: string | null): string {
  return listingUrl ? screenPaths.listing(listingUrl) : screenPaths.home;
}

/** Adds to the address the product to which sign-in returns, so that a reload does not lose it. */
export function addListingUrlParam(path: string, listingUrl: string | null): string {
  return listingUrl ? `${path}?listing_url=${listingUrl}` : path;
}
