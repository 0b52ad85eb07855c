import { type NavigationState, screenPaths } from '../paths.ts';

const LISTING_URL_PATTERN = /^[a-z0-9-]+$/;

/**
 * Reads to which product sign-in returns.
 * @returns null unless the slug consists of a-z, digits and dashes.
 */
export function readProductSlugToReturnTo(state: unknown, search: string): string | null {
  const carried = (state as NavigationState | null)?.listing_url;
  const value = carried ?? new URLSearchParams(search).get('listing_url');
  return typeof value === 'string' && LISTING_URL_PATTERN.test(value) ? value : null;
}

export function getPathAfterSignIn(productSlug: string | null): string {
  return productSlug ? screenPaths.listing(productSlug) : screenPaths.home;
}

/** Adds to the address the product to which sign-in returns, so that a reload does not lose it. */
export function addReturnProductParam(path: string, productSlug: string | null): string {
  return productSlug ? `${path}?listing_url=${productSlug}` : path;
}
