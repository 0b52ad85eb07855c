import { createElement } from 'react';
import { type LazyRoute, lazyRoute } from '../lib/lazy-route.tsx';

/** Who may see a route. A guest is not signed in. */
export type Access = 'public' | 'guest' | 'member';

export interface AppRoute extends LazyRoute {
  path: string;
  access: Access;
  /** The key of the route's code in the build's manifest. */
  source: string;
}

function route(
  path: string,
  access: Access,
  source: string,
  load: Parameters<typeof lazyRoute>[0],
): AppRoute {
  return { path, access, source: `src/routes/${source}.tsx`, ...lazyRoute(load) };
}

/** A screen of members only, behind its guard. The guard knows purge and payments: its code comes with them. */
function memberRoute(path: string, source: string, load: Parameters<typeof lazyRoute>[0]): AppRoute {
  return route(path, 'member', source, async () => {
    const [{ RequireSession }, Screen] = await Promise.all([import('./RequireSession.tsx'), load()]);
    return function MemberScreen() {
      return createElement(RequireSession, null, createElement(Screen));
    };
  });
}

/** Every address of spec section 2, and what the law asks for. Unknown ones go home. */
export const routeTable: readonly AppRoute[] = [
  route('/', 'public', 'HomeRoute', () => import('../routes/HomeRoute.tsx').then((m) => m.HomeRoute)),
  route('/product/:slug', 'public', 'ProductRoute', () =>
    import('../routes/ProductRoute.tsx').then((m) => m.ProductRoute),
  ),
  route('/listing/:slug', 'public', 'ListingRoute', () =>
    import('../routes/ListingRoute.tsx').then((m) => m.ListingRoute),
  ),
  route('/about', 'public', 'AboutRoute', () => import('../routes/AboutRoute.tsx').then((m) => m.AboutRoute)),
  route('/contact', 'public', 'ContactRoute', () =>
    import('../routes/ContactRoute.tsx').then((m) => m.ContactRoute),
  ),
  route('/privacy', 'public', 'PrivacyRoute', () =>
    import('../routes/PrivacyRoute.tsx').then((m) => m.PrivacyRoute),
  ),
  route('/terms', 'public', 'TermsRoute', () => import('../routes/TermsRoute.tsx').then((m) => m.TermsRoute)),
  route('/register', 'guest', 'RegisterRoute', () =>
    import('../routes/RegisterRoute.tsx').then((m) => m.RegisterRoute),
  ),
  route('/signin', 'guest', 'SignInRoute', () =>
    import('../routes/SignInRoute.tsx').then((m) => m.SignInRoute),
  ),
  route('/forgot-password', 'guest', 'ForgotPasswordRoute', () =>
    import('../routes/ForgotPasswordRoute.tsx').then((m) => m.ForgotPasswordRoute),
  ),
  route('/use-temporary-recovery-key', 'guest', 'UseTemporaryRecoveryKeyRoute', () =>
    import('../routes/UseTemporaryRecoveryKeyRoute.tsx').then((m) => m.UseTemporaryRecoveryKeyRoute),
  ),
  memberRoute('/account', 'AccountRoute', () =>
    import('../routes/AccountRoute.tsx').then((m) => m.AccountRoute),
  ),
  memberRoute('/edit-profile', 'EditProfileRoute', () =>
    import('../routes/EditProfileRoute.tsx').then((m) => m.EditProfileRoute),
  ),
  memberRoute('/cart', 'CartRoute', () => import('../routes/CartRoute.tsx').then((m) => m.CartRoute)),
  memberRoute('/checkout', 'CheckoutRoute', () =>
    import('../routes/CheckoutRoute.tsx').then((m) => m.CheckoutRoute),
  ),
  memberRoute('/wallet', 'WalletRoute', () => import('../routes/WalletRoute.tsx').then((m) => m.WalletRoute)),
  memberRoute('/referral', 'ReferralRoute', () =>
    import('../routes/ReferralRoute.tsx').then((m) => m.ReferralRoute),
  ),
];

const PURCHASE_PATHS = ['/cart', '/checkout', '/account'];

/** Fetches the screens of a purchase, so that a line lost on the way to the till closes none of them. */
export async function preloadPurchase(): Promise<void> {
  await Promise.allSettled(
    routeTable.filter(({ path }) => PURCHASE_PATHS.includes(path)).map(({ preload }) => preload()),
  );
}

/** The route of a path, or undefined for an unknown one. Ignores a trailing slash. */
export function matchRoute(pathname: string): { route: AppRoute; slug: string | undefined } | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  for (const candidate of routeTable) {
    const [base, hasSlug] = [candidate.path.replace('/:slug', ''), candidate.path.endsWith('/:slug')];
    if (!hasSlug && path === base) return { route: candidate, slug: undefined };
    const rest = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
    if (hasSlug && rest !== '' && !rest.includes('/')) return { route: candidate, slug: decoded(rest) };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
