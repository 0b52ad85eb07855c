import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { NON_SCREEN_PATH_PATTERNS } from '#contract/addresses.ts';
import { isExcludedFromPrecache } from '#contract/chunks.ts';
import type { PrecacheEntry } from '#contract/worker-messages.ts';
import { getPrecacheEntryPath, validateAppFileResponse } from './app-file.ts';
import { registerHomePageRoute } from './home-page.ts';

/** Caches the app's code: shell, home and product at install, the rest after sign-in, app installation or first use. */

declare const self: ServiceWorkerGlobalScope;

const LATER_CACHE = 'later-v1';

const later = new CacheFirst({ cacheName: LATER_CACHE, matchOptions: { ignoreVary: true } });

export function registerAppFilesRoute(entries: readonly PrecacheEntry[]): void {
  const validation: (typeof later.plugins)[number] = {
    cacheWillUpdate: ({ response }) => validateAppFileResponse(entries, response),
  };
  later.plugins.push(validation);
  // A file that is refused ends the installation, which the browser repeats later.
  addPlugins([validation]);
  cleanupOutdatedCaches();
  // `directoryIndex` is empty, because Workbox would otherwise answer `/` with the shell, and home has a route of its
  // own.
  precacheAndRoute(
    entries.filter(({ url }) => !isExcludedFromPrecache(url)),
    { directoryIndex: '' },
  );
  const addresses = addressesOf(entries);
  registerRoute(({ url, sameOrigin }) => sameOrigin && addresses.has(url.pathname), later);
  const openShell = createHandlerBoundToURL('index.html');
  registerHomePageRoute(entries, openShell);
  // These patterns allow a `?` after the path, because Workbox compares them with path and query together.
  registerRoute(new NavigationRoute(openShell, { denylist: [...NON_SCREEN_PATH_PATTERNS] }));
}

function addressesOf(entries: readonly PrecacheEntry[]): Set<string> {
  return new Set(entries.filter(({ url }) => isExcludedFromPrecache(url)).map(getPrecacheEntryPath));
}

/** Caches the remaining code, one file at a time; files that are cached already cost nothing. */
export async function cacheRemainingChunks(
  event: ExtendableEvent,
  entries: readonly PrecacheEntry[],
): Promise<void> {
  for (const address of addressesOf(entries)) {
    await later.handle({ event, request: new Request(address) }).catch(() => undefined);
  }
}

/** Deletes files of older releases on activation. */
export async function deleteOldChunks(entries: readonly PrecacheEntry[]): Promise<void> {
  const addresses = addressesOf(entries);
  const cache = await caches.open(LATER_CACHE);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    // A file without a hash in its name differs between releases, so its old copy is deleted.
    if (!addresses.has(pathname) || !pathname.startsWith('/assets/')) await cache.delete(request);
  }
}

/**
 * Turns off Chromium's RaceNetworkAndFetchHandler, because it requests pages that the worker answers from its cache.
 */
export async function disableRaceNetworkAndFetchHandler(event: ExtendableEvent): Promise<void> {
  const { addRoutes } = event as ExtendableEvent & {
    addRoutes?: (rules: { condition: { requestMode: string }; source: string }[]) => Promise<void>;
  };
  await addRoutes?.call(event, [{ condition: { requestMode: 'navigate' }, source: 'fetch-event' }]);
}
