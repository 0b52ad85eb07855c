/**
 * Every address of the shop, once: the app's router, the server's pages, the worker and the development proxy read
 * them here, so that none of them takes another's for its own.
 */

/** The screens, as a router matches them. @source spec section 2 */
export const screens = {
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

export type ScreenName = keyof typeof screens;

/** @returns the address of one product on a screen that shows one. */
export function screenOf(screen: typeof screens.product | typeof screens.listing, slug: string): string {
  return screen.replace(':slug', encodeURIComponent(slug));
}

/** In the middle of buying: a notification that is tapped opens elsewhere. */
export const BUYING_SCREENS: readonly string[] = [screens.cart, screens.checkout];

/** With a form or a payment: nothing pops up over them. */
export const QUIET_SCREENS: readonly string[] = [
  ...BUYING_SCREENS,
  screens.signIn,
  screens.register,
  screens.forgotPassword,
  screens.useTemporaryRecoveryKey,
  screens.editProfile,
];

/**
 * What the running server answers itself: calls (also under the paths that the specification writes without the
 * prefix), the live line, pictures of products, the card provider's stand-in, the operator, the probes, the manifest.
 * Matches a path alone or with its query, as the rules below do.
 */
export const SERVER_ADDRESS =
  /^\/(api|auth|notifications|cart\/(add|update-quantity|remove)|socket\.io|pictures|v3|sandbox|ops|healthz|readyz|metrics|manifest\.webmanifest)(\/|\?|$)/;

/** Addresses that no screen may have. A slug such as /product/rice-2.5kg is a screen: only root files are files. */
export const NO_SCREEN: readonly RegExp[] = [
  SERVER_ADDRESS,
  /^\/(assets|icons|screenshots|images)(\/|\?|$)/,
  /^\/[^/?]+\.[a-z0-9]{2,11}(\?|$)/,
  // `/.env`, `/.git/config` and `/.well-known/...`: no screen's name begins with a dot.
  /^\/([^?]*\/)?\.[^/?]/,
];
