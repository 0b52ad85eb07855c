import { screens } from '#contract/addresses.ts';
import { isWholeShop } from '#contract/product-filter.ts';
import type { HomeToKeep, PrecacheEntry } from '#contract/worker-messages.ts';
import { hasFile } from './own-file.ts';

/**
 * The home page as the server drew it, for the next start: nothing has to be read or drawn before it is seen. It is
 * everybody's, so there is nothing in it to purge.
 */

declare const self: ServiceWorkerGlobalScope;

/** As the saved answers: what is older says nothing any more. */
const BELIEVED_MS = 24 * 60 * 60_000;
/** A newer page is 14 kB: what the phone has of the list stands in its place as soon as the app is there. */
const RENEWED_MS = 60 * 60_000;
const CACHE_NAMES = 'home-';
const KEPT_AT = 'x-kept-at';
const ROOT = '<div id="root" data-rendered>';
const SCRIPTS = /\/assets\/[\w.-]+\.js/g;

/** A release's own: the page names its files. */
function cacheName(entries: readonly PrecacheEntry[]): string {
  return CACHE_NAMES + (entries.find(({ url }) => url === 'index.html')?.revision ?? '');
}

async function readKept(entries: readonly PrecacheEntry[]): Promise<Response | undefined> {
  const cache = await caches.open(cacheName(entries));
  const page = await cache.match(screens.home);
  const ageMs = Date.now() - keptAtMs(page);
  return ageMs >= 0 && ageMs < BELIEVED_MS ? page : undefined;
}

function keptAtMs(page: Response | undefined): number {
  return Number(page?.headers.get(KEPT_AT) ?? Number.NaN);
}

/**
 * @param url of a start.
 * @returns the kept page; undefined for any other page than the whole of home, without a kept one, and while a release
 * waits that this start can take.
 */
export async function keptHome(entries: readonly PrecacheEntry[], url: URL): Promise<Response | undefined> {
  if (!isWholeShop(url) || self.registration.waiting) return undefined;
  return await readKept(entries).catch(() => undefined);
}

/** Keeps home as the server draws it now, or has drawn it for the page that asks. Without a line all stays as it is. */
export async function keepHome(
  entries: readonly PrecacheEntry[],
  { listedAtMs, loadedFrom }: HomeToKeep,
): Promise<void> {
  const kept = await readKept(entries);
  if (kept && listedAtMs - keptAtMs(kept) < RENEWED_MS) return;
  const response = loadedFrom
    ? await fetch(loadedFrom, { cache: 'force-cache' })
    : await fetch(screens.home, { cache: 'no-cache' });
  const html = await response.text();
  const scripts = html.match(SCRIPTS) ?? [];
  // During a deploy it may be the page of another release, on a poor line a hotspot's.
  const isOwn = html.includes(ROOT) && scripts.every((path) => hasFile(entries, path));
  if (response.status !== 200 || !isOwn) return;
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(KEPT_AT, String(listedAtMs));
  const dated = html.replace(ROOT, `${ROOT.slice(0, -1)}="${listedAtMs}">`);
  const cache = await caches.open(cacheName(entries));
  await cache.put(screens.home, new Response(dated, { headers }));
}

/** The pages of older releases go when this one takes over. */
export async function dropOldHomes(entries: readonly PrecacheEntry[]): Promise<void> {
  const own = cacheName(entries);
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_NAMES) && name !== own) await caches.delete(name);
  }
}
