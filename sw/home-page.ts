import type { createHandlerBoundToURL } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { screens } from '#contract/addresses.ts';
import { isWholeShop } from '#contract/product-filter.ts';
import type { PrecacheEntry } from '#contract/worker-messages.ts';
import { hasFile } from './own-file.ts';

/**
 * The cached home page: a start shows what the server rendered last, while a newer page is fetched. The page is public,
 * so it holds nothing of a shopper.
 */

declare const self: ServiceWorkerGlobalScope;

/** As long as the saved answers, which take its place as soon as the app runs. */
const SHOWN_MS = 24 * 60 * 60_000;
/** The order of the list changes every 15 s, so a newer page always costs its whole 14 kB. */
const RENEWED_AFTER_MS = 60 * 60_000;
const CACHE_NAMES = 'home-';
/** Milliseconds of the phone's clock: the server's may be hours apart from it. */
const CACHED_AT = 'x-cached-at';
const RENDERED = '<div id="root" data-rendered>';
const SCRIPTS = /\/assets\/[\w.-]+\.js/g;

/** @param openShell answers a start for which there is no page young enough; one is fetched for the next. */
export function routeHome(
  entries: readonly PrecacheEntry[],
  openShell: ReturnType<typeof createHandlerBoundToURL>,
): void {
  const cacheName = cacheNameOf(entries);
  const isYoungerThan = async (limitMs: number) => {
    const page = await caches.match(screens.home, { cacheName, ignoreVary: true }).catch(() => undefined);
    const ageMs = Date.now() - Number(page?.headers.get(CACHED_AT) ?? Number.NaN);
    return ageMs >= 0 && ageMs < limitMs;
  };
  const cachedFirst = new StaleWhileRevalidate({
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        cacheKeyWillBeUsed: async () => screens.home,
        requestWillFetch: async ({ request }) => {
          // The page of the first visit, which the browser still has.
          if (request.mode !== 'navigate') return request;
          if (isMetered() || (await isYoungerThan(RENEWED_AFTER_MS)))
            throw new Error('not fetched again yet');
          return new Request(screens.home, { cache: 'no-cache' });
        },
        cacheWillUpdate: async ({ response }) => await datedPage(entries, response),
      },
    ],
  });
  registerRoute(
    // While a release waits, the start takes it: the shell does so before anything is drawn.
    ({ url, sameOrigin }) => sameOrigin && isWholeShop(url) && !self.registration.waiting,
    async (context) => {
      // Without a cached page it waits for the network, which no start does.
      const page = cachedFirst.handle(context).catch(() => undefined);
      return ((await isYoungerThan(SHOWN_MS)) && (await page)) || (await openShell(context));
    },
  );
}

/** @returns the page to cache; null for the shell, another release's page during a deploy, or a hotspot's. */
async function datedPage(entries: readonly PrecacheEntry[], response: Response): Promise<Response | null> {
  const html = await response.text();
  const isOwn = (html.match(SCRIPTS) ?? []).every((path) => hasFile(entries, path));
  if (response.status !== 200 || !html.includes(RENDERED) || !isOwn) return null;
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT, String(Date.now()));
  return new Response(html, { headers });
}

/** Bytes that nobody asked for are not fetched with Save-Data or over 2g. @source offline.md section 8 */
function isMetered(): boolean {
  const { connection } = self.navigator as WorkerNavigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** Each release has a cache of its own, because a page names the files of its release. */
function cacheNameOf(entries: readonly PrecacheEntry[]): string {
  return CACHE_NAMES + (entries.find(({ url }) => url === 'index.html')?.revision ?? '');
}

/** Deletes the pages of older releases when this one becomes active. */
export async function dropOldHomes(entries: readonly PrecacheEntry[]): Promise<void> {
  const own = cacheNameOf(entries);
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_NAMES) && name !== own) await caches.delete(name);
  }
}
