import type { PrecacheEntry } from '#contract/worker-messages.ts';

/** Decides which responses and paths are files of the app's release. */

declare const self: ServiceWorkerGlobalScope;

/** Rejects a response such as the sign-in page of a hotspot, which would break the app until the next release. */
export function validateAppFileResponse(response: Response): Response | null {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && type !== '' && !type.startsWith('text/html') ? response : null;
}

/** @returns the path of a precached file, without origin and query. */
export function getPrecacheEntryPath({ url }: PrecacheEntry): string {
  return new URL(url, self.location.origin).pathname;
}

export function isPrecachedFile(entries: readonly PrecacheEntry[], path: string): boolean {
  return entries.some((entry) => getPrecacheEntryPath(entry) === path);
}
