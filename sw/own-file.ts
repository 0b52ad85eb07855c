import type { PrecacheEntry } from '#contract/worker-messages.ts';

/** What is one of the app's files. */

declare const self: ServiceWorkerGlobalScope;

/** Whether an answer is one of the app's files. A page of a hotspot must not stand in for code until the next release. */
export function onlyOwnFile(response: Response): Response | null {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && type !== '' && !type.startsWith('text/html') ? response : null;
}

/** The path of one of the release's files. */
export function pathOf({ url }: PrecacheEntry): string {
  return new URL(url, self.location.origin).pathname;
}

/** Whether this release is made of that file, among others. */
export function hasFile(entries: readonly PrecacheEntry[], path: string): boolean {
  return entries.some((entry) => pathOf(entry) === path);
}
