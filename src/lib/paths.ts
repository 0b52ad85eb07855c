import { screenOf, screens } from '#contract/addresses.ts';

const LISTING_URL_PATTERN = /^[a-z0-9-]+$/;

/** The address of every screen, to go there. */
export const paths = {
  ...screens,
  product: (slug: string) => screenOf(screens.product, slug),
  listing: (slug: string) => screenOf(screens.listing, slug),
} as const;

/** What navigation may carry from page to page. Everything in it is checked where it is read. */
export interface NavigationState {
  /** The product to return to after sign-in: a slug. */
  listing_url?: string;
  message?: string;
  email?: string;
  recoveryKeySet?: boolean;
  /** A return from the card page waits for the sign-in: it leads to the cart. */
  payment_return?: boolean;
  tempKeyInfo?: { temporaryKey?: string; expiresAt?: string; email?: string };
}

/**
 * The product slug that survives sign-in, register and back: from the navigation state, else the query.
 *
 * @returns null unless it is letters a-z, digits and dashes only.
 */
export function readListingUrl(state: unknown, search: string): string | null {
  const carried = (state as NavigationState | null)?.listing_url;
  const value = carried ?? new URLSearchParams(search).get('listing_url');
  return typeof value === 'string' && LISTING_URL_PATTERN.test(value) ? value : null;
}

/** Where a shopper goes once signed in. */
export function afterSignIn(listingUrl: string | null): string {
  return listingUrl ? paths.listing(listingUrl) : paths.home;
}

/** An address that carries the product to return to, also over a reload. */
export function withListingUrl(path: string, listingUrl: string | null): string {
  return listingUrl ? `${path}?listing_url=${listingUrl}` : path;
}
