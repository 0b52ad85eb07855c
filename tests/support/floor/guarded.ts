/**
 * The shop uses these features although a minimum supported browser lacks them; each text says what happens there.
 * `tests/sw/floor.test.ts` finds each use, `tests/e2e/older-browser.slow.spec.ts` runs it in an older browser.
 */

/** The shop has a fallback for each of these globals and members of globals. */
export const FEATURES_WITH_FALLBACK: Readonly<Record<string, string>> = {
  BroadcastChannel: 'tabs hear of each other at their next look',
  'Crypto.randomUUID': 'lib/browser/random-uuid.ts',
  'Navigator.connection': 'the line counts as cheap; React only writes it down',
  'Navigator.locks': 'lib/browser/tab-lock.ts runs without, reload-blockers.ts looks at its own tab',
  'Navigator.share': 'the link is copied',
  'Navigator.storage': 'storage is not asked to last',
  'Object.hasOwn': 'lib/browser/older-browsers.ts',
  Profiler: 'a word of React',
  TransformStream: 'socket.io, for a transport that is off',
  ViewTransition: 'React, for transitions that we do not use',
  WebTransport: 'socket.io, for a transport that is off',
  reportError: 'lib/browser/older-browsers.ts',
};

/** The shop has a fallback for each of these methods; the type of their object is unknown. */
export const METHODS_WITH_FALLBACK: Readonly<Record<string, string>> = {
  at: 'lib/browser/older-browsers.ts',
  createBidirectionalStream: 'socket.io, for a transport that is off',
  getSubscription: 'push is not offered where there is none',
  getWriter: 'socket.io, for a transport that is off',
  pipeThrough: 'socket.io, for a transport that is off',
  pipeTo: 'socket.io, for a transport that is off',
  showNotification: 'where there is push, there is this',
  skipTransition: 'React, for transitions that we do not use',
  startViewTransition: 'React, for transitions that we do not use',
};

/** The app and its libraries have methods of these names, which newer browser methods share. */
export const NON_BROWSER_METHOD_NAMES = [
  ...[
    'adopt',
    'build',
    'changed',
    'createContext',
    'destroy',
    'getState',
    'handle',
    'hide',
    'isActive',
    'notify',
    'query',
    'reconnect',
    'run',
  ],
  ...['stats', 'subscribe', 'take', 'unsubscribe', 'use'],
];

/** An empty text means that the page only looks a little plainer without the style. */
export const STYLES_WITH_FALLBACK: Readonly<Record<string, string>> = {
  ':focus-visible': "the browser's own ring is drawn",
  ':has': 'only what gets the focus by keys may stand under the bar',
  '@media (forced-colors)': 'contrast themes are newer there',
  '@media (scripting)': '',
  'accent-color': '',
  // The table's version is for flex boxes; in a grid, where the shop uses it, support is older.
  'align-content: start': '',
  'aspect-ratio': 'pictures have their size as attributes, and LazyImage.module.css an @supports',
  'aspect-ratio: auto': 'undoes the one above',
  'backdrop-filter': '',
  'color-scheme': '',
  'color-scheme: dark': '',
  'color-scheme: light': '',
  'contain-intrinsic-size': '',
  'content-visibility': '',
  'content-visibility: auto': '',
  'forced-color-adjust': '',
  'forced-color-adjust: none': '',
  dvh: 'behind @supports in tokens.css',
  'overscroll-behavior': '',
  'overscroll-behavior: contain': '',
  'place-items: end': '',
  'scrollbar-width': '',
  'scrollbar-width: none': '',
  'scrollbar-width: thin': '',
  'text-size-adjust': '',
  'text-wrap': '',
  'text-wrap: balance': '',
  'text-wrap: pretty': '',
  'user-select: all': '',
};
