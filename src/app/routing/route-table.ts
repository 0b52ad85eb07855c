import { type ComponentType, createElement } from 'react';
import { matchRoutes, type Params } from 'react-router-dom';
import { type ScreenName, screenPathPatterns } from '#contract/addresses.ts';
import type { TextFreeChildren } from '../../lib/react/elements.ts';
import { createLazyRoute, createPreloadedRoute, type PreloadableRoute } from '../../lib/react/lazy-route.tsx';
import { HomeRoute } from '../../routes/shop/HomeRoute.tsx';

/** A `guest` route is only for visitors who are not signed in. */
type RouteAccess = 'public' | 'guest' | 'member';

interface Screen extends PreloadableRoute {
  access: RouteAccess;
}

export type AppRoute = Screen & { name: ScreenName; path: string };

type Load = Parameters<typeof createLazyRoute>[0];

function page(load: Load): Screen {
  return { access: 'public', ...createLazyRoute(load) };
}

type LoadGuard = () => Promise<{ default: ComponentType<{ children: TextFreeChildren }> }>;

/** Wraps a screen in its guard, which redirects those who may not see it. Guard and screen load together. */
function guardedScreen(access: RouteAccess, loadGuard: LoadGuard, load: Load): Screen {
  const guarded = createLazyRoute(async () => {
    const [guard, screen] = await Promise.all([loadGuard(), load()]);
    return { default: () => createElement(guard.default, null, createElement(screen.default)) };
  });
  return { access, ...guarded };
}

const guestScreen = (load: Load) => guardedScreen('guest', () => import('./GuestOnly.tsx'), load);

const memberScreen = (load: Load) => guardedScreen('member', () => import('./RequireSession.tsx'), load);

/** Maps each screen to its code and to who may see it. @source spec section 2 */
const drawn: Readonly<Record<ScreenName, Screen>> = {
  home: { access: 'public', ...createPreloadedRoute(HomeRoute) },
  product: page(() => import('../../routes/shop/ProductRoute.tsx')),
  listing: page(() => import('../../routes/shop/ListingRoute.tsx')),
  about: page(() => import('../../routes/info/AboutRoute.tsx')),
  contact: page(() => import('../../routes/info/ContactRoute.tsx')),
  privacy: page(() => import('../../routes/info/PrivacyRoute.tsx')),
  terms: page(() => import('../../routes/info/TermsRoute.tsx')),
  register: guestScreen(() => import('../../routes/guest/RegisterRoute.tsx')),
  signIn: guestScreen(() => import('../../routes/guest/SignInRoute.tsx')),
  forgotPassword: guestScreen(() => import('../../routes/guest/ForgotPasswordRoute.tsx')),
  useTemporaryRecoveryKey: guestScreen(() => import('../../routes/guest/UseTemporaryRecoveryKeyRoute.tsx')),
  account: memberScreen(() => import('../../routes/member/AccountRoute.tsx')),
  editProfile: memberScreen(() => import('../../routes/member/EditProfileRoute.tsx')),
  cart: memberScreen(() => import('../../routes/member/CartRoute.tsx')),
  checkout: memberScreen(() => import('../../routes/member/CheckoutRoute.tsx')),
  wallet: memberScreen(() => import('../../routes/member/WalletRoute.tsx')),
  referral: memberScreen(() => import('../../routes/member/ReferralRoute.tsx')),
};

/** All routes of the app; an unknown address redirects home. */
export const appRouteTable: readonly AppRoute[] = (Object.keys(drawn) as ScreenName[]).map((name) => ({
  name,
  path: screenPathPatterns[name],
  ...drawn[name],
}));

/** Loads the code of cart and checkout in advance, so that a lost connection cannot interrupt a purchase. */
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
