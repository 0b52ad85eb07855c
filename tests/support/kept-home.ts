import type { Page } from 'playwright-core';

/** Home as the worker keeps it. */
export interface KeptHome {
  atMs: number;
  html: string;
}

/** @returns null: none is kept. */
export async function readKeptHome(page: Page): Promise<KeptHome | null> {
  return await page
    .evaluate(async () => {
      const kept = await caches.match('/');
      return kept && { atMs: Number(kept.headers.get('x-kept-at')), html: await kept.text() };
    })
    .then((kept) => kept ?? null);
}

/** Makes the kept page older, as if the phone had lain in a drawer. */
export async function ageKeptHome(page: Page, byMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const kept = await cache.match('/');
      if (!kept) continue;
      const headers = new Headers(kept.headers);
      headers.set('x-kept-at', String(Number(headers.get('x-kept-at')) - ms));
      await cache.put('/', new Response(await kept.text(), { headers }));
    }
  }, byMs);
}
