/**
 * What the shop uses though a browser of the floor lacks it, and what happens there. `tests/sw/floor.test.ts` finds each
 * use. A new line here is tried in the older browser of `tests/e2e/older-browser.slow.spec.ts`.
 */

/** Without it the shop does something else. A global, or what is asked of a global object by its name. */
export const GUARDED: Readonly<Record<string, string>> = {
  BroadcastChannel: 'tabs hear of each other at their next look',
  'Crypto.randomUUID': 'lib/random-uuid.ts',
  'Navigator.connection': 'the line counts as cheap; React only writes it down',
  'Navigator.locks': 'lib/tab-lock.ts runs without, busy-reasons.ts looks at its own tab',
  'Navigator.share': 'the link is copied',
  'Navigator.storage': 'storage is not asked to last',
  'Object.hasOwn': 'lib/older-browsers.ts',
  Profiler: 'a word of React',
  TransformStream: 'socket.io, for a transport that is off',
  ViewTransition: 'React, for transitions that we do not use',
  WebTransport: 'socket.io, for a transport that is off',
  reportError: 'lib/older-browsers.ts',
};

/** As above, of methods whose object is not known by its name. */
export const GUARDED_METHODS: Readonly<Record<string, string>> = {
  at: 'lib/older-browsers.ts',
  createBidirectionalStream: 'socket.io, for a transport that is off',
  getSubscription: 'push is not offered where there is none',
  getWriter: 'socket.io, for a transport that is off',
  pipeThrough: 'socket.io, for a transport that is off',
  pipeTo: 'socket.io, for a transport that is off',
  showNotification: 'where there is push, there is this',
  skipTransition: 'React, for transitions that we do not use',
  startViewTransition: 'React, for transitions that we do not use',
};

/** Methods of our own and of libraries that a newer one of the browsers shares its name with. */
export const OWN_METHODS = [
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

/** Styles. Where nothing is said the page is a little plainer without. */
export const GUARDED_STYLES: Readonly<Record<string, string>> = {
  ':focus-visible': "the browser's own ring is drawn",
  ':has': 'only what gets the focus by keys may stand under the bar',
  '@media (forced-colors)': 'contrast themes are newer there',
  '@media (scripting)': '',
  'accent-color': '',
  // In a grid, where it is used, it is older: the table tells of flex boxes.
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
