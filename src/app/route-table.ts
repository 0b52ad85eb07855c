import { createElement } from 'react';
import { matchRoutes, type RouteMatch } from 'react-router-dom';
import { type ScreenName, screens } from '#contract/addresses.ts';
import { type LazyRoute, lazyRoute, readyRoute } from '../lib/lazy-route.tsx';
import { HomeRoute } from '../routes/HomeRoute.tsx';

/** What comes together. @source vite.config.ts */
type Chunk = 'app' | 'product' | 'shop' | 'guest' | 'member' | 'about';

/** Who may see a route. A guest is not signed in. */
export type Access = 'public' | 'guest' | 'member';

interface Screen extends LazyRoute {
  access: Access;
  /** Which of the build's files has its code. @source vite.config.ts */
  chunk: Chunk;
}

export interface AppRoute extends Screen {
  path: string;
  caseSensitive: true;
}

type Load = Parameters<typeof lazyRoute>[0];

function screen(access: Access, chunk: Chunk, load: Load): Screen {
  return { access, chunk, ...lazyRoute(load) };
}

/** A screen of members only, behind its guard. The guard knows purge and payments: its code comes with them. */
function memberScreen(chunk: Chunk, load: Load): Screen {
  return screen('member', chunk, async () => {
    const [{ RequireSession }, Shown] = await Promise.all([import('./RequireSession.tsx'), load()]);
    return function MemberScreen() {
      return createElement(RequireSession, null, createElement(Shown));
    };
  });
}

/** What is drawn at every address, and who may see it. @source spec section 2 */
const drawn: Readonly<Record<ScreenName, Screen>> = {
  home: { access: 'public', chunk: 'app', ...readyRoute(HomeRoute) },
  product: screen('public', 'product', () =>
    import('../routes/ProductRoute.tsx').then((m) => m.ProductRoute),
  ),
  listing: screen('public', 'about', () => import('../routes/ListingRoute.tsx').then((m) => m.ListingRoute)),
  about: screen('public', 'about', () => import('../routes/AboutRoute.tsx').then((m) => m.AboutRoute)),
  contact: screen('public', 'about', () => import('../routes/ContactRoute.tsx').then((m) => m.ContactRoute)),
  privacy: screen('public', 'about', () => import('../routes/PrivacyRoute.tsx').then((m) => m.PrivacyRoute)),
  terms: screen('public', 'about', () => import('../routes/TermsRoute.tsx').then((m) => m.TermsRoute)),
  register: screen('guest', 'guest', () =>
    import('../routes/RegisterRoute.tsx').then((m) => m.RegisterRoute),
  ),
  signIn: screen('guest', 'guest', () => import('../routes/SignInRoute.tsx').then((m) => m.SignInRoute)),
  forgotPassword: screen('guest', 'guest', () =>
    import('../routes/ForgotPasswordRoute.tsx').then((m) => m.ForgotPasswordRoute),
  ),
  useTemporaryRecoveryKey: screen('guest', 'guest', () =>
    import('../routes/UseTemporaryRecoveryKeyRoute.tsx').then((m) => m.UseTemporaryRecoveryKeyRoute),
  ),
  account: memberScreen('member', () => import('../routes/AccountRoute.tsx').then((m) => m.AccountRoute)),
  editProfile: memberScreen('member', () =>
    import('../routes/EditProfileRoute.tsx').then((m) => m.EditProfileRoute),
  ),
  cart: memberScreen('shop', () => import('../routes/CartRoute.tsx').then((m) => m.CartRoute)),
  checkout: memberScreen('shop', () => import('../routes/CheckoutRoute.tsx').then((m) => m.CheckoutRoute)),
  wallet: memberScreen('member', () => import('../routes/WalletRoute.tsx').then((m) => m.WalletRoute)),
  referral: memberScreen('member', () => import('../routes/ReferralRoute.tsx').then((m) => m.ReferralRoute)),
};

/** Unknown addresses go home. */
export const routeTable: readonly AppRoute[] = Object.entries(drawn).map(([name, shown]) => ({
  path: screens[name as ScreenName],
  caseSensitive: true,
  ...shown,
}));

/** Fetches the screens of a purchase, so that a line lost on the way to the till closes none of them. */
export async function preloadPurchase(): Promise<void> {
  await Promise.allSettled([drawn.cart, drawn.checkout, drawn.account].map(({ preload }) => preload()));
}

/** Fetches the screen that most taps lead to. */
export function preloadProduct(): void {
  drawn.product.preload().catch(() => undefined);
}

/** The route of a path, or undefined for an unknown one. Ignores a trailing slash. */
export function matchRoute(pathname: string): RouteMatch<string, AppRoute> | undefined {
  return matchRoutes([...routeTable], pathname)?.[0];
}
