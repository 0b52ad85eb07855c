import type { createHandlerBoundToURL } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { screenPathPatterns } from '#contract/addresses.ts';
import { isHomePageWithoutFilter } from '#contract/rules/product/product-filter.ts';
import type { PrecacheEntry } from '#contract/worker-messages.ts';
import { isPageOfRelease } from './app-file.ts';

/** Answers the start of the app with the cached home page, which has no data of a shopper, and fetches a new page. */

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds after which the cached page is not shown. The app's stored data expires at the same age. */
const SHOWN_MS = 24 * 60 * 60_000;
/** Milliseconds after which the cached page is fetched again; an earlier fetch would cost 14 kB for little. */
const RENEWED_AFTER_MS = 60 * 60_000;
const CACHE_NAMES = 'home-';
/** Header with the time of caching by the phone's clock, because the server's clock may differ by hours. */
const CACHED_AT = 'x-cached-at';
const RENDERED = '<div id="root" data-rendered>';

/**
 * @param openShell responds with the app shell when the cached page is missing or too old; a newer page is then cached.
 */
export function registerHomePageRoute(
  entries: readonly PrecacheEntry[],
  openShell: ReturnType<typeof createHandlerBoundToURL>,
): void {
  const cacheName = cacheNameOf(entries);
  const isYoungerThan = async (limitMs: number) => {
    const page = await caches
      .match(screenPathPatterns.home, { cacheName, ignoreVary: true })
      .catch(() => undefined);
    const ageMs = Date.now() - Number(page?.headers.get(CACHED_AT) ?? Number.NaN);
    return ageMs >= 0 && ageMs < limitMs;
  };
  const cachedFirst = new StaleWhileRevalidate({
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        cacheKeyWillBeUsed: async () => screenPathPatterns.home,
        requestWillFetch: async ({ request }) => {
          // The browser's own HTTP cache is bypassed, because it may still have the page of the first visit.
          if (request.mode !== 'navigate') return request;
          if (isMetered() || (await isYoungerThan(RENEWED_AFTER_MS)))
            throw new Error('not fetched again yet');
          return new Request(screenPathPatterns.home, { cache: 'no-cache' });
        },
        cacheWillUpdate: async ({ response }) => await datedPage(entries, response),
      },
    ],
  });
  registerRoute(
    // The cached home page is not used while a new release waits, because the page belongs to the old release.
    ({ url, sameOrigin }) => sameOrigin && isHomePageWithoutFilter(url) && !self.registration.waiting,
    async (context) => {
      // Without a recent cached page `page` may wait for the network, so the app shell opens instead.
      const page = cachedFirst.handle(context).catch(() => undefined);
      return ((await isYoungerThan(SHOWN_MS)) && (await page)) || (await openShell(context));
    },
  );
}

/** @returns the page to cache; null for a page without content, of another release, or of a hotspot. */
async function datedPage(entries: readonly PrecacheEntry[], response: Response): Promise<Response | null> {
  const html = await response.text();
  if (response.status !== 200 || !html.includes(RENDERED) || !isPageOfRelease(entries, html)) return null;
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT, String(Date.now()));
  return new Response(html, { headers });
}

/** True with Save-Data or on 2g: optional downloads are skipped. @source offline.md section 8 */
function isMetered(): boolean {
  const { connection } = self.navigator as WorkerNavigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** Each release has its own cache, because a page names the script files of its release. */
function cacheNameOf(entries: readonly PrecacheEntry[]): string {
  return CACHE_NAMES + (entries.find(({ url }) => url === 'index.html')?.revision ?? '');
}

/** Deletes the cached pages of older releases on activation. */
export async function deleteOldHomePages(entries: readonly PrecacheEntry[]): Promise<void> {
  const own = cacheNameOf(entries);
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_NAMES) && name !== own) await caches.delete(name);
  }
}
