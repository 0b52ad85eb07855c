import type { ShopperNotification } from '#contract/schemas/notification.ts';
import { getServerNowMs } from '../../../lib/api/live-socket.ts';
import { createRandomUuid } from '../../../lib/browser/random-uuid.ts';
import type { LocalNotification } from '../../../lib/local-notification.ts';
import type { AppServices } from '../../../lib/react/services.ts';
import { createObservableStore } from '../../../lib/react/store.ts';
import { createOfflineStores } from '../../../offline/offline-stores.ts';
import type { OfflineStorage } from '../../../offline/storage/storage.ts';
import { getNewestNotificationTime } from './notification-view.ts';

/**
 * Stores notifications that this phone made itself in IndexedDB (`ln|user|id`), for at most a week.
 * @source spec section 4 (Notifications), offline.md section 2
 */

const NOTIFICATIONS_MAX = 50;
const KEPT_MS = 7 * 24 * 60 * 60_000;

export function createLocalNotificationStore(services: AppServices): LocalNotificationStore {
  return new LocalNotificationStore(services.get(createOfflineStores).storage);
}

export class LocalNotificationStore {
  readonly #storage: OfflineStorage;
  #owner: string | null = null;
  readonly #list = createObservableStore<readonly ShopperNotification[]>([]);

  constructor(storage: OfflineStorage) {
    this.#storage = storage;
  }

  readonly subscribe = this.#list.subscribe;
  /**
   * The notifications, newest first. The array is the same until something changes, so that nothing renders in vain.
   */
  readonly current = this.#list.get;

  has(id: string): boolean {
    return this.current().some((notification) => notification._id === id);
  }

  /** Loads the shopper's stored notifications; null clears the memory at sign-out. */
  async adopt(userId: string | null): Promise<void> {
    this.#owner = userId;
    this.#list.set([]);
    if (userId === null) return;
    const records = await this.#storage.list<ShopperNotification>(prefixOf(userId));
    if (this.#owner !== userId) return;
    const youngestMs = Date.now() - KEPT_MS;
    const read = records.map(([, notification]) => notification).sort(newestFirst);
    // A notification added during the read may be among the stored ones, or a stored one may be about the same event.
    const listedFacts = new Set(this.current().map(({ factKey }) => factKey));
    const remaining = read.filter(({ createdAt, factKey }, index) => {
      const isKept =
        index < NOTIFICATIONS_MAX && Date.parse(createdAt) >= youngestMs && !listedFacts.has(factKey);
      listedFacts.add(factKey);
      return isKept;
    });
    this.#list.set([...this.current(), ...remaining].sort(newestFirst));
    for (const { _id } of read) if (!this.has(_id)) this.#forget(userId, _id);
  }

  /**
   * Adds an unread notification on top, unless its event is already listed.
   * @param known the server's notifications; the added one is dated after them even if the phone's clock is slow.
   */
  add(fact: LocalNotification, known: readonly ShopperNotification[]): void {
    if (this.#owner === null || this.current().some((notification) => notification.factKey === fact.factKey))
      return;
    const newest = getNewestNotificationTime([...known, ...this.current()]);
    const notification: ShopperNotification = {
      ...fact,
      _id: createRandomUuid(),
      read: false,
      readAt: null,
      createdAt: new Date(
        Math.max(getServerNowMs(), newest === null ? 0 : Date.parse(newest) + 1),
      ).toISOString(),
      timeAgo: 'Just now',
    };
    const dropped = this.current().slice(NOTIFICATIONS_MAX - 1);
    this.#list.set([notification, ...this.current().slice(0, NOTIFICATIONS_MAX - 1)]);
    this.#save(this.#owner, notification);
    for (const { _id } of dropped) this.#forget(this.#owner, _id);
  }

  markRead(isMeant: (notification: ShopperNotification) => boolean): void {
    const readAt = new Date().toISOString();
    this.#list.set(
      this.current().map((notification) => {
        if (notification.read || !isMeant(notification)) return notification;
        const read = { ...notification, read: true, readAt };
        if (this.#owner !== null) this.#save(this.#owner, read);
        return read;
      }),
    );
  }

  remove(isMeant: (notification: ShopperNotification) => boolean): void {
    const removed = this.current().filter(isMeant);
    if (removed.length === 0) return;
    this.#list.set(this.current().filter((notification) => !isMeant(notification)));
    for (const { _id } of removed) if (this.#owner !== null) this.#forget(this.#owner, _id);
  }

  /** On a full disk the notification stays in memory and is lost only at the next start. */
  #save(userId: string, notification: ShopperNotification): void {
    this.#storage.write(keyOf(userId, notification._id), notification).catch(() => undefined);
  }

  #forget(userId: string, id: string): void {
    this.#storage.remove(keyOf(userId, id)).catch(() => undefined);
  }
}

function prefixOf(userId: string): string {
  return `ln|${userId}|`;
}

function keyOf(userId: string, id: string): string {
  return prefixOf(userId) + id;
}

function newestFirst(a: ShopperNotification, b: ShopperNotification): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt);
}
