/** Pages and the service worker exchange these messages. @source offline.md section 10 */

export type PageToWorkerMessage =
  /** Activates the waiting worker. The name is Workbox's. */
  | { type: 'SKIP_WAITING' }
  /** Caches files that the page loaded before the worker could. The name is Workbox's, which handles the message. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: [url: string, init: { cache: 'force-cache' }][] } }
  /** Caches the code of the members' screens, because the shopper signed in or installed the app. */
  | { type: 'KEEP_LATER_CHUNKS' }
  | PageToWorkerRequest;

/** Requests of a page to the worker, which replies through the message's port. */
export type PageToWorkerRequest =
  /** Counts all open tabs of the shop, because a new release activates only when no other tab is open. */
  | { type: 'COUNT_PAGES' }
  /** Asks whether the worker's release contains this file. */
  | { type: 'HAS_FILE'; path: string };

/** The worker sends these messages to a page. */
export type WorkerToPageMessage =
  /**
   * A shopper tapped a notification that opens this path. The page replies false when the shopper is buying something.
   */
  { type: 'OPEN_PATH'; path: string };

export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

/** The JSON content of a push message. */
export interface PushMessagePayload {
  /** Id of the notification; a repeated id is shown once. */
  _id: string;
  title: string;
  message: string;
  path: string;
  unreadCount?: number;
}
