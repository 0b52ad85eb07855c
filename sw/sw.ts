import { setCatchHandler } from 'workbox-routing';
import type { PageToWorkerMessage, PrecacheEntry } from '#contract/worker-messages.ts';
import { isPrecachedFile } from './app-file.ts';
import { deleteOldHomePages } from './home-page.ts';
import { registerImageRoute } from './images.ts';
import {
  cacheRemainingChunks,
  deleteOldChunks,
  disableRaceNetworkAndFetchHandler,
  registerAppFilesRoute,
} from './precache.ts';
import {
  openPushNotification,
  type PushSubscriptionChangeEvent,
  resubscribeToPush,
  showPushNotification,
} from './push.ts';

/** The entry of the service worker, which registers the event handlers. API calls are never cached. */

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const entries = self.__WB_MANIFEST;

registerAppFilesRoute(entries);
registerImageRoute();
// If no handler can answer, the request fails as it would without a service worker.
setCatchHandler(async () => Response.error());

self.addEventListener('install', (event) => event.waitUntil(disableRaceNetworkAndFetchHandler(event)));

self.addEventListener('activate', (event) =>
  // The worker takes control of the first visit's page at once, so that its next images are cached too.
  event.waitUntil(
    Promise.all([deleteOldChunks(entries), deleteOldHomePages(entries)]).then(() => self.clients.claim()),
  ),
);

self.addEventListener('message', (event) => {
  const message = event.data as PageToWorkerMessage;
  switch (message?.type) {
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'COUNT_PAGES':
      event.waitUntil(
        self.clients
          .matchAll({ type: 'window', includeUncontrolled: true })
          .then((pages) => event.ports[0]?.postMessage(pages.length)),
      );
      break;
    case 'HAS_FILE':
      event.ports[0]?.postMessage(isPrecachedFile(entries, message.path));
      break;
    case 'KEEP_LATER_CHUNKS':
      event.waitUntil(cacheRemainingChunks(event, entries));
      break;
  }
});

self.addEventListener('push', (event) => event.waitUntil(showPushNotification(event.data)));
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openPushNotification(event.notification)),
);
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(resubscribeToPush(event as PushSubscriptionChangeEvent)),
);
