import type { Notification } from '#contract/schemas/notification.ts';
import type { LocalFact } from '../../lib/local-facts.ts';
import { newKey } from '../../lib/new-key.ts';
import { createStore } from '../../lib/store.ts';
import { storage } from '../../offline/phone.ts';
import { newestTime } from './notification-view.ts';

/**
 * Notifications made on this phone, stored in IndexedDB (`ln
 * user
 * id`) for at most a week.
 * They are removed when deleted, or when the server's notification of the same fact arrives.
 *
 * @source spec section 4 (Notifications), offline.md section 2
 */

const KEPT = 50;
const KEPT_MS = 7 * 24 * 60 * 60_000;

let owner: string | null = null;
const notifications = createStore<readonly Notification[]>([]);
export const subscribeLocalNotifications = notifications.subscribe;
/** Newest first. Returns the same array until something changes. */
export const localNotifications = notifications.get;

export function isLocalNotification(id: string): boolean {
  return notifications.get().some((notification) => notification._id === id);
}

/** Loads the shopper's stored notifications; null clears the memory. */
export async function adoptLocalNotifications(userId: string | null): Promise<void> {
  owner = userId;
  notifications.set([]);
  if (userId === null) return;
  const records = await storage.list<Notification>(prefixOf(userId));
  if (owner !== userId) return;
  const youngestMs = Date.now() - KEPT_MS;
  const read = records.map(([, notification]) => notification).sort(newestFirst);
  const kept = read.filter(
    (notification, index) => index < KEPT && Date.parse(notification.createdAt) >= youngestMs,
  );
  notifications.set([...notifications.get(), ...kept].sort(newestFirst));
  for (const notification of read) if (!kept.includes(notification)) forget(userId, notification._id);
}

/**
 * Adds an unread notification, dated now; a known fact is ignored.
 * @param known the server's notifications, so that a slow phone clock cannot date the new one before them.
 */
export function addLocalNotification(fact: LocalFact, known: readonly Notification[]): void {
  if (owner === null || notifications.get().some((notification) => notification.factKey === fact.factKey))
    return;
  const newest = newestTime([...known, ...notifications.get()]);
  const notification: Notification = {
    ...fact,
    _id: newKey(),
    read: false,
    readAt: null,
    createdAt: new Date(Math.max(Date.now(), newest === null ? 0 : Date.parse(newest) + 1)).toISOString(),
    timeAgo: 'Just now',
  };
  const dropped = notifications.get().slice(KEPT - 1);
  notifications.set([notification, ...notifications.get().slice(0, KEPT - 1)]);
  keep(owner, notification);
  for (const { _id } of dropped) forget(owner, _id);
}

export function readLocalNotifications(isMeant: (notification: Notification) => boolean): void {
  const readAt = new Date().toISOString();
  notifications.set(
    notifications.get().map((notification) => {
      if (notification.read || !isMeant(notification)) return notification;
      const read = { ...notification, read: true, readAt };
      if (owner !== null) keep(owner, read);
      return read;
    }),
  );
}

export function removeLocalNotifications(isMeant: (notification: Notification) => boolean): void {
  const removed = notifications.get().filter(isMeant);
  if (removed.length === 0) return;
  notifications.set(notifications.get().filter((notification) => !isMeant(notification)));
  for (const { _id } of removed) if (owner !== null) forget(owner, _id);
}

/** On a full disk the notification stays in memory and is lost at the next start. */
function keep(userId: string, notification: Notification): void {
  storage.write(keyOf(userId, notification._id), notification).catch(() => undefined);
}

function forget(userId: string, id: string): void {
  storage.remove(keyOf(userId, id)).catch(() => undefined);
}

function prefixOf(userId: string): string {
  return `ln|${userId}|`;
}

function keyOf(userId: string, id: string): string {
  return prefixOf(userId) + id;
}

function newestFirst(a: Notification, b: Notification): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt);
}
