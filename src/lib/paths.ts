import { buildProductScreenPath, screenPathPatterns } from '#contract/addresses.ts';

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
