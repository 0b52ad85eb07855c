import type { PrecacheEntry } from '#contract/worker-messages.ts';

/** Recognises the app's own files. */

declare const self: ServiceWorkerGlobalScope;

/** Rejects everything but code and styles of the app, because a hotspot's page must not be cached as such. */
export function acceptOwnFileResponse(response: Response): Response | null {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && type !== '' && !type.startsWith('text/html') ? response : null;
}

/** Returns the path of one of the release's files. */
export function getPrecacheEntryPath({ url }: PrecacheEntry): string {
  return new URL(url, self.location.origin).pathname;
}

/** True when the file belongs to this release. */
export function isFileOfRelease(entries: readonly PrecacheEntry[], path: string): boolean {
  return entries.some((entry) => getPrecacheEntryPath(entry) === path);
}
