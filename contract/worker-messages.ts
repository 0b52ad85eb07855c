/** Pages and the service worker exchange these messages. @source offline.md section 10 */

export type PageToWorkerMessage =
  /** Activates the waiting worker. Workbox sends this name. */
  | { type: 'SKIP_WAITING' }
  /** Files that the page loaded before the worker could cache them. Workbox answers this message. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: [url: string, init: { cache: 'force-cache' }][] } }
  /** Caches the members' chunks: the shopper signed in or installed the app. */
  | { type: 'KEEP_LATER_CHUNKS' }
  | PageToWorkerRequest;

/** A page sends these requests; the worker answers through the message's port. */
export type PageToWorkerRequest =
  /** Counts open pages, controlled or not. */
  | { type: 'COUNT_PAGES' }
  /** Asks whether the worker's release contains this file. */
  | { type: 'HAS_FILE'; path: string };

/** The worker sends these messages to a page. */
export type WorkerToPageMessage =
  /** A tapped notification opens this path. The page answers false when the shopper is busy. */
  { type: 'OPEN_PATH'; path: string };

export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

/** A push message carries this as JSON. */
export interface PushMessagePayload {
  /** Notification id; a repeated id is shown once. */
  _id: string;
  title: string;
  message: string;
  path: string;
  unreadCount?: number;
}
