import { productScreenAddress, screens } from '#contract/addresses.ts';

const LISTING_URL_PATTERN = /^[a-z0-9-]+$/;

export const paths = {
  ...screens,
  product: (slug: string) => productScreenAddress(screens.product, slug),
  listing: (slug: string) => productScreenAddress(screens.listing, slug),
} as const;

/** Navigation may carry this state; readers must validate it. */
export interface NavigationState {
  /** Slug of the product to return to. */
  listing_url?: string;
  message?: string;
  email?: string;
  recoveryKeySet?: boolean;
  /** A payment return that leads to the cart. */
  payment_return?: boolean;
  tempKeyInfo?: { temporaryKey?: string; expiresAt?: string; email?: string };
}

/**
 * Reads the slug of the product to return to after sign-in, from the navigation state or the query.
 * @returns null unless it consists of a-z, digits and dashes.
 */
export function readListingUrl(state: unknown, search: string): string | null {
  const carried = (state as NavigationState | null)?.listing_url;
  const value = carried ?? new URLSearchParams(search).get('listing_url');
  return typeof value === 'string' && LISTING_URL_PATTERN.test(value) ? value : null;
}

export function afterSignIn(listingUrl: string | null): string {
  return listingUrl ? paths.listing(listingUrl) : paths.home;
}

/** Adds the product to return to, so that it survives a reload. */
export function withListingUrl(path: string, listingUrl: string | null): string {
  return listingUrl ? `${path}?listing_url=${listingUrl}` : path;
}
