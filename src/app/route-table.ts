import { createElement } from 'react';
import { matchRoutes, type Params } from 'react-router-dom';
import { type ScreenName, screenPathPatterns } from '#contract/addresses.ts';
import { createEagerRoute, createLazyRoute, type LazyRoute } from '../lib/lazy-route.tsx';
import { HomeRoute } from '../routes/HomeRoute.tsx';

/** A `guest` route is only for visitors who are not signed in. */
export type RouteAccess = 'public' | 'guest' | 'member';

interface Screen extends LazyRoute {
  access: RouteAccess;
}

export type AppRoute = Screen & { name: ScreenName; path: string };

type Load = Parameters<typeof createLazyRoute>[0];

function page(load: Load): Screen {
  return { access: 'public', ...createLazyRoute(load) };
}

function guestScreen(load: Load): Screen {
  return { access: 'guest', ...createLazyRoute(load) };
}

/** Wraps a member's screen in its guard, whose code (purge, payments) loads together with it. */
function memberScreen(load: Load): Screen {
  const guarded = createLazyRoute(async () => {
    const [{ RequireSession }, Shown] = await Promise.all([import('./RequireSession.tsx'), load()]);
    return function MemberScreen() {
      return createElement(RequireSession, null, createElement(Shown));
    };
  });
  return { access: 'member', ...guarded };
}

/** Maps each address to its screen and access. @source spec section 2 */
const drawn: Readonly<Record<ScreenName, Screen>> = {
  home: { access: 'public', ...createEagerRoute(HomeRoute) },
  product: page(() => import('../routes/ProductRoute.tsx').then((m) => m.ProductRoute)),
  listing: page(() => import('../routes/ListingRoute.tsx').then((m) => m.ListingRoute)),
  about: page(() => import('../routes/AboutRoute.tsx').then((m) => m.AboutRoute)),
  contact: page(() => import('../routes/ContactRoute.tsx').then((m) => m.ContactRoute)),
  privacy: page(() => import('../routes/PrivacyRoute.tsx').then((m) => m.PrivacyRoute)),
  terms: page(() => import('../routes/TermsRoute.tsx').then((m) => m.TermsRoute)),
  register: guestScreen(() => import('../routes/RegisterRoute.tsx').then((m) => m.RegisterRoute)),
  signIn: guestScreen(() => import('../routes/SignInRoute.tsx').then((m) => m.SignInRoute)),
  forgotPassword: guestScreen(() =>
    import('../routes/ForgotPasswordRoute.tsx').then((m) => m.ForgotPasswordRoute),
  ),
  useTemporaryRecoveryKey: guestScreen(() =>
    import('../routes/UseTemporaryRecoveryKeyRoute.tsx').then((m) => m.UseTemporaryRecoveryKeyRoute),
  ),
  account: memberScreen(() => import('../routes/AccountRoute.tsx').then((m) => m.AccountRoute)),
  editProfile: memberScreen(() => import('../routes/EditProfileRoute.tsx').then((m) => m.EditProfileRoute)),
  cart: memberScreen(() => import('../routes/CartRoute.tsx').then((m) => m.CartRoute)),
  checkout: memberScreen(() => import('../routes/CheckoutRoute.tsx').then((m) => m.CheckoutRoute)),
  wallet: memberScreen(() => import('../routes/WalletRoute.tsx').then((m) => m.WalletRoute)),
  referral: memberScreen(() => import('../routes/ReferralRoute.tsx').then((m) => m.ReferralRoute)),
};

/** Unknown addresses redirect to home. */
export const appRouteTable: readonly AppRoute[] = (Object.keys(drawn) as ScreenName[]).map((name) => ({
  name,
  path: screenPathPatterns[name],
  ...drawn[name],
}));

/** Loads the screens of a purchase, so that a lost connection blocks none of them. */
export async function preloadPurchaseScreens(): Promise<void> {
  await Promise.allSettled([drawn.cart, drawn.checkout, drawn.account].map(({ preload }) => preload()));
}

export function preloadProductScreen(): void {
  drawn.product.preload().catch(() => undefined);
}

/** @returns the route of a path with decoded parameters; undefined for an unknown path. */
export function matchRoute(pathname: string): { route: AppRoute; params: Params } | undefined {
  const [match] = matchRoutes([...appRouteTable], pathname) ?? [];
  return match && { route: match.route, params: match.params };
}
