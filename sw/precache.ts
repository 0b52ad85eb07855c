import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { NO_SCREEN } from '#contract/addresses.ts';
import { isSavedLater } from '#contract/chunks.ts';
import type { PrecacheEntry } from '#contract/worker-messages.ts';
import { routeHome } from './home-page.ts';
import { onlyOwnFile, pathOf } from './own-file.ts';

/**
 * The app's own files. What opens the shell, the home page and a product is kept at install; the rest, the way to the
 * till among it, when the shopper signed in or installed the app, or when it is first used.
 */

declare const self: ServiceWorkerGlobalScope;

const LATER_CACHE = 'later-v1';

const later = new CacheFirst({
  cacheName: LATER_CACHE,
  matchOptions: { ignoreVary: true },
  plugins: [{ cacheWillUpdate: async ({ response }) => onlyOwnFile(response) }],
});

export function routeOwnFiles(entries: readonly PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  // Home is an address of the app as any other.
  precacheAndRoute(
    entries.filter(({ url }) => !isSavedLater(url)),
    { directoryIndex: '' },
  );
  const addresses = addressesOf(entries);
  registerRoute(({ url, sameOrigin }) => sameOrigin && addresses.has(url.pathname), later);
  const openShell = createHandlerBoundToURL('index.html');
  routeHome(entries, openShell);
  // Workbox matches the list against path and query together.
  registerRoute(new NavigationRoute(openShell, { denylist: [...NO_SCREEN] }));
}

function addressesOf(entries: readonly PrecacheEntry[]): Set<string> {
  return new Set(entries.filter(({ url }) => isSavedLater(url)).map(pathOf));
}

/** Fetches the rest of the code, one file at a time; what is there already costs nothing. */
export async function keepLaterChunks(
  event: ExtendableEvent,
  entries: readonly PrecacheEntry[],
): Promise<void> {
  for (const address of addressesOf(entries)) {
    await later.handle({ event, request: new Request(address) }).catch(() => undefined);
  }
}

/** Files of older releases go when this one takes over. */
export async function dropOldChunks(entries: readonly PrecacheEntry[]): Promise<void> {
  const addresses = addressesOf(entries);
  const cache = await caches.open(LATER_CACHE);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    // A file without a hash in its name may be another one in each release.
    if (!addresses.has(pathname) || !pathname.startsWith('/assets/')) await cache.delete(request);
  }
}

/** Chromium also sends every cold-start navigation to the network beside the worker, unless it is told not to. */
export async function keepStartsFromNetwork(event: ExtendableEvent): Promise<void> {
  const { addRoutes } = event as ExtendableEvent & {
    addRoutes?: (rules: { condition: { requestMode: string }; source: string }[]) => Promise<void>;
  };
  await addRoutes?.call(event, [{ condition: { requestMode: 'navigate' }, source: 'fetch-event' }]);
}
