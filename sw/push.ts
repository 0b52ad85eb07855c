import { BUYING_SCREENS } from '#contract/addresses.ts';
import type { PushMessage, WorkerMessage } from '#contract/worker-messages.ts';

/** Messages of the server while no page is open. */

declare const self: ServiceWorkerGlobalScope;

function readMessage(data: PushMessageData | null): Partial<PushMessage> {
  try {
    return (data?.json() ?? {}) as Partial<PushMessage>;
  } catch {
    return {};
  }
}

/** Always shows something: browsers take the permission away from silent senders. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { _id, title, message, path, unreadCount } = readMessage(data);
  await self.registration.showNotification(title ?? 'There is news for you', {
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

/** Brings a page that is not in the middle of buying to the front and sends it to the news; opens one when there is none. */
export async function openPush(notification: Notification): Promise<void> {
  notification.close();
  const path = ownPath(notification.data?.path);
  const pages = await self.clients.matchAll({ type: 'window' });
  const free = pages.find((page) => !BUYING_SCREENS.includes(new URL(page.url).pathname));
  if (!free) {
    await self.clients.openWindow(path);
    return;
  }
  await free.focus().catch(() => undefined);
  free.postMessage({ type: 'OPEN_PATH', path } satisfies WorkerMessage);
}

/** Only a path of this shop is opened, whatever the message says. */
function ownPath(path: unknown): string {
  if (typeof path !== 'string') return '/';
  const url = new URL(path, self.location.origin);
  return url.origin === self.location.origin ? `${url.pathname}${url.search}` : '/';
}
