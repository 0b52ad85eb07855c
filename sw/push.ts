import { PURCHASE_SCREEN_PATHS } from '#contract/addresses.ts';
import type { PushMessagePayload, WorkerToPageMessage } from '#contract/worker-messages.ts';

/** Runs in the service worker: shows push messages as notifications, also while no page of the shop is open. */

declare const self: ServiceWorkerGlobalScope;

function readMessage(data: PushMessageData | null): Partial<PushMessagePayload> {
  try {
    return (data?.json() ?? {}) as Partial<PushMessagePayload>;
  } catch {
    return {};
  }
}

/** Shows a notification for every push, because browsers revoke the permission after a push without one. */
export async function showPushNotification(data: PushMessageData | null): Promise<void> {
  const { _id, title, message, path, unreadCount } = readMessage(data);
  await self.registration.showNotification(title ?? 'You have a new notification', {
    body: message ?? '',
    tag: _id ?? 'news',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: path ?? '/' },
  });
  const { setAppBadge } = self.navigator as WorkerNavigator & {
    setAppBadge?: (count: number) => Promise<void>;
  };
  if (unreadCount !== undefined) await setAppBadge?.call(self.navigator, unreadCount).catch(() => undefined);
}

/** Maximum wait for a page's reply in milliseconds; later the browser would refuse to open a window. */
const ANSWER_WAIT_MS = 1_000;

/** Opens the notification's path in an open page, unless the shopper is buying there, else in a new window. */
export async function openPushNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = ownPath(notification.data?.path);
  // No open page of the shop can show a path of the console, because the console is another app.
  const isConsole = /^\/ops(\/|$)/.test(path);
  const pages = isConsole ? [] : await self.clients.matchAll({ type: 'window' });
  const free = pages.find((page) => !PURCHASE_SCREEN_PATHS.includes(new URL(page.url).pathname));
  if (free && (await showsPath(free, path))) {
    await free.focus().catch(() => undefined);
    return;
  }
  await self.clients.openWindow(path);
}

async function showsPath(page: Client, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
    setTimeout(() => resolve(false), ANSWER_WAIT_MS);
  });
  page.postMessage({ type: 'OPEN_PATH', path } satisfies WorkerToPageMessage, [port2]);
  return await answered;
}

/**
 * Subscribes again after the browser has dropped this phone's push address; the next page sends the new one to the
 * server.
 */
export async function resubscribeToPush({
  oldSubscription,
  newSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  if (newSubscription || !oldSubscription) return;
  await self.registration.pushManager.subscribe(oldSubscription.options).catch(() => undefined);
}

/** Describes `pushsubscriptionchange`, which TypeScript's types lack. */
export interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

/** Accepts only a path of this shop, so that a push message cannot open another site. */
function ownPath(path: unknown): string {
  if (typeof path !== 'string') return '/';
  const url = new URL(path, self.location.origin);
  return url.origin === self.location.origin ? `${url.pathname}${url.search}` : '/';
}
