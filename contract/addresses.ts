/** Addresses shared by the app's router, server, worker and development proxy, so that they cannot collide. */

/** Maps each screen to its path, in the pattern syntax of the router. @source spec section 2 */
export const screenPathPatterns = {
  home: '/',
  product: '/product/:slug',
  listing: '/listing/:slug',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  register: '/register',
  signIn: '/signin',
  forgotPassword: '/forgot-password',
  useTemporaryRecoveryKey: '/use-temporary-recovery-key',
  account: '/account',
  editProfile: '/edit-profile',
  cart: '/cart',
  checkout: '/checkout',
  wallet: '/wallet',
  referral: '/referral',
} as const;

export type ScreenName = keyof typeof screenPathPatterns;

export function buildProductScreenPath(
  screen: typeof screenPathPatterns.product | typeof screenPathPatterns.listing,
  slug: string,
): string {
  return screen.replace(':slug', encodeURIComponent(slug));
}

/** While one of these screens is shown, a notification opens in another tab, so that no purchase is interrupted. */
export const PURCHASE_SCREEN_PATHS: readonly string[] = [
  screenPathPatterns.cart,
  screenPathPatterns.checkout,
];

/** Paths that the running server answers itself; the app has no screen there. A path may have a query. */
export const SERVER_ONLY_PATH_PATTERN =
  /^\/(api|auth|notifications|cart\/(add|update-quantity|remove)|socket\.io|pictures|v3|sandbox|ops|healthz|readyz|metrics|manifest\.webmanifest)(\/|\?|$)/;

/** Paths at which no screen can be. Files are only in the root, so `/product/rice-2.5kg` may be a screen. */
export const NON_SCREEN_PATH_PATTERNS: readonly RegExp[] = [
  SERVER_ONLY_PATH_PATTERN,
  /^\/(assets|icons|screenshots|images)(\/|\?|$)/,
  /^\/[^/?]+\.[a-z0-9]{2,11}(\?|$)/,
  // Matches `/.env`, `/.git/config` and `/.well-known/...`, because no screen's name begins with a dot.
  /^\/([^?]*\/)?\.[^/?]/,
];
