/** What pages and the service worker say to each other. @source offline.md section 10 */

/** Page → worker. */
export type PageMessage =
  /** The waiting worker takes over now. (The name is the one that Workbox sends.) */
  | { type: 'SKIP_WAITING' }
  /** What the page loaded before the worker could cache it, itself included. (Workbox answers this message.) */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: [url: string, init: { cache: 'force-cache' }][] } }
  /** The shopper is signed in or installed the app: the rest of the code is worth its bytes now. */
  | { type: 'KEEP_LATER_CHUNKS' }
  | PageQuestion;

/** Page → worker, answered through the port that comes with it. */
export type PageQuestion =
  /** The number of open pages, controlled or not. */
  | { type: 'COUNT_PAGES' }
  /** Whether the file of this path is one of the worker's release. */
  | { type: 'HAS_FILE'; path: string };

/** Worker → page. */
export type WorkerMessage =
  /** A notification was tapped: show this path. Answered through the port: false where the shopper is busy. */
  { type: 'OPEN_PATH'; path: string };

/** One entry of the build's list of files. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

/** What a push message carries, as JSON. */
export interface PushMessage {
  /** The notification's id: the same one is shown once. */
  _id: string;
  title: string;
  message: string;
  /** Path of the page that shows more. */
  path: string;
  unreadCount?: number;
}
