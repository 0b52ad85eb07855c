import type { Page } from 'playwright-core';

/** The service worker cached this home page. */
export interface CachedHomePage {
  atMs: number;
  html: string;
}

/** @returns null when no home page is cached. */
export async function readCachedHomePage(page: Page): Promise<CachedHomePage | null> {
  return await page
    .evaluate(async () => {
      const cached = await caches.match('/');
      return cached && { atMs: Number(cached.headers.get('x-cached-at')), html: await cached.text() };
    })
    .then((cached) => cached ?? null);
}

/** Makes the cached page older, as if the app had not been used. */
export async function ageCachedHomePage(page: Page, byMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const cached = await cache.match('/');
      if (!cached) continue;
      const headers = new Headers(cached.headers);
      headers.set('x-cached-at', String(Number(headers.get('x-cached-at')) - ms));
      await cache.put('/', new Response(await cached.text(), { headers }));
    }
  }, byMs);
}
