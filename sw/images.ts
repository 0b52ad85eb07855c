import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { findCachedImageOfOtherWidth, getImageCacheKey, isProductImageUrl } from './image-key.ts';

/** Caches the 150 newest product images for 30 days. */

declare const self: ServiceWorkerGlobalScope;

const CACHE_NAME = 'img-v1';
const PICTURES_KEPT = 150;
const KEPT_S = 30 * 24 * 60 * 60;

const strategy = new CacheFirst({
  cacheName: CACHE_NAME,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => getImageCacheKey(request.url),
      // The sign-in page of a hotspot must not be cached as an image for a month.
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('image/')
          ? response
          : null,
      // Without a connection a cached image of another width is better than none.
      handlerDidError: async ({ request }) => await findCachedAtOtherWidth(request.url),
    },
    new ExpirationPlugin({
      maxEntries: PICTURES_KEPT,
      maxAgeSeconds: KEPT_S,
      purgeOnQuotaError: true,
      matchOptions: { ignoreVary: true },
    }),
  ],
});

async function findCachedAtOtherWidth(address: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE_NAME);
  const addresses = (await cache.keys()).map(({ url }) => url);
  const found = findCachedImageOfOtherWidth(address, addresses);
  return found === undefined ? undefined : await cache.match(found, { ignoreVary: true });
}

export function registerImageRoute(): void {
  registerRoute(({ url }) => isProductImageUrl(url, self.location.origin), strategy);
}
