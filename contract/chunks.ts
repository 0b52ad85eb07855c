import type { ScreenName } from './addresses.ts';

/** The app's code is split into few files, because an extra request costs a slow phone more than extra bytes. */

interface Chunk {
  name: string;
  /**
   * True when the browser needs this chunk before the first paint. It has only modules that the app's entry imports.
   */
  isInitial?: true;
  /** Names of the screens whose code is in this chunk. */
  screens?: readonly ScreenName[];
  /** Matches the paths of other modules that belong to this chunk. */
  modules?: RegExp;
  /** True when the service worker caches this chunk only for members, or after a page has loaded the chunk. */
  isSavedLater?: true;
}

/**
 * A module that several chunks need goes to the first of these chunks. An unlisted module goes to its importer's chunk.
 */
export const chunkDefinitions: readonly Chunk[] = [
  { name: 'lib', isInitial: true, modules: /node_modules|vite.preload/ },
  { name: 'app', isInitial: true, screens: ['home'], modules: /\/(src|contract)\// },
  // Most first taps on the home page open the menu, the search or a product, so the three load together.
  {
    name: 'product',
    screens: ['product'],
    modules: /\/(OfflineBar|MenuDrawer|Illustration)\.tsx|\/(search-words|after-sign-in)\.ts/,
  },
  // The background services are cached at install, because they keep the shop usable without a connection.
  {
    name: 'shop',
    modules:
      /\/app\/services\/(BackgroundServices|Prompts)\.|\/(update-at-start|updates|token-refresh|ToastHost)\.tsx?/,
  },
  {
    name: 'till',
    screens: ['cart', 'checkout'],
    modules: /\/(CartLineCountBadge|UnreadCountBadge|RequireSession|PaymentService)\.tsx/,
    isSavedLater: true,
  },
  {
    name: 'guest',
    screens: ['register', 'signIn', 'forgotPassword', 'useTemporaryRecoveryKey'],
    // `GroupExtras` loads after the product page and is seen mostly by visitors who are not signed in.
    modules: /\/(GuestOnly|GroupExtras)\.tsx/,
    isSavedLater: true,
  },
  {
    name: 'member',
    screens: ['account', 'editProfile', 'wallet', 'referral'],
    modules: /\/app\/services\/Realtime\.|\/(NotificationPanel|OwnReviews)\.tsx|socket\.io-client/,
    isSavedLater: true,
  },
  { name: 'about', screens: ['about', 'contact', 'privacy', 'terms', 'listing'], isSavedLater: true },
];

/** @returns the name of the chunk that has a screen's code and styles. */
export function getScreenChunkName(screen: ScreenName): string {
  const chunk = chunkDefinitions.find(({ screens }) => screens?.includes(screen));
  if (!chunk) throw new Error(`no chunk has the screen ${screen}`);
  return chunk.name;
}

/** @param fileName name of a built file that the service worker may cache; it begins with its chunk's name. */
export function isExcludedFromPrecache(fileName: string): boolean {
  const name = /^assets\/(\w+)-/.exec(fileName)?.[1];
  return chunkDefinitions.some((chunk) => chunk.name === name && chunk.isSavedLater);
}
