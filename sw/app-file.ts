import type { PrecacheEntry } from '#contract/worker-messages.ts';

/** Decides which responses and paths are files of the app's release. */

declare const self: ServiceWorkerGlobalScope;

const SCRIPTS = /\/assets\/[\w.-]+\.js/g;

/**
 * Rejects a response such as the sign-in page of a hotspot, or the page of another release, which would break the app
 * until the next release.
 */
export async function validateAppFileResponse(
  entries: readonly PrecacheEntry[],
  response: Response,
): Promise<Response | null> {
  const type = response.headers.get('content-type') ?? '';
  const isPage = type.startsWith('text/html');
  const isOwn = isPage ? isPageOfRelease(entries, await response.clone().text()) : type !== '';
  return response.status === 200 && isOwn ? response : null;
}

/** @returns whether a page has scripts, and all of them are files of this release. */
export function isPageOfRelease(entries: readonly PrecacheEntry[], html: string): boolean {
  const paths = html.match(SCRIPTS) ?? [];
  return paths.length > 0 && paths.every((path) => isPrecachedFile(entries, path));
}

/** @returns the path of a precached file, without origin and query. */
export function getPrecacheEntryPath({ url }: PrecacheEntry): string {
  return new URL(url, self.location.origin).pathname;
}

export function isPrecachedFile(entries: readonly PrecacheEntry[], path: string): boolean {
  return entries.some((entry) => getPrecacheEntryPath(entry) === path);
}
