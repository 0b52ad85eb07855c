import {
  createPaymentAttemptStore,
  type PaymentAttemptStore,
} from '../../features/checkout/attempts/payment-attempts.ts';
import type { AppServices } from '../../lib/react/services.ts';
import { createObservableStore } from '../../lib/react/store.ts';
import { createOfflineStores, type OfflineStores } from '../../offline/offline-stores.ts';

/** Removes all data of a shopper, in a fixed order, before the next screen shows. @source offline.md section 9 */

/** The caller's functions that clear data outside the phone's database, such as the query cache. */
interface PurgeParts {
  /** Stops storing query data; writes that are still waiting are dropped. */
  stopPersistence: () => void;
  /** Aborts running requests and disconnects the socket. */
  stopRequests: () => void;
  clearCache: () => void;
  clearBrowserStorage: () => void;
  /** Removes toasts, pop-ups and the number on the app's icon. */
  clearScreen: () => void;
  notifyTabs: () => void;
  /** Navigates to the next screen and resolves once it is rendered. Until then the screen's own redirects are off. */
  leave: () => Promise<void>;
}

/** Says whose data is removed and which part of it stays. */
interface PurgeScope {
  /** Id of the shopper; empty: the stored session was unreadable. */
  userId: string;
  /** True: this tab ended the session. False: another tab did, which has cleared the storage already. */
  isOwnEnd: boolean;
  /** True: unsent commands are stored for a day, because the shopper did not choose to sign out. */
  keepsOutbox: boolean;
}

/** Maximum wait for the phone's database in milliseconds, so that a blocked database does not block the sign-out. */
const DISK_WAIT_MS = 4_000;

export function createShopperDataPurge(services: AppServices): ShopperDataPurge {
  return new ShopperDataPurge(services.get(createOfflineStores), services.get(createPaymentAttemptStore));
}

class ShopperDataPurge {
  readonly #phone: OfflineStores;
  readonly #payments: PaymentAttemptStore;
  readonly #underWay = createObservableStore(0);

  constructor(phone: OfflineStores, payments: PaymentAttemptStore) {
    this.#phone = phone;
    this.#payments = payments;
  }

  readonly subscribe = this.#underWay.subscribe;
  /**
   * True while a shopper's data is being removed. The removal ends with a navigation, so route guards do not redirect.
   */
  readonly isUnderWay = () => this.#underWay.get() > 0;

  /** Removes the shopper's data from memory and disk, then navigates. */
  async removeShopper(scope: PurgeScope, parts: PurgeParts): Promise<void> {
    this.#underWay.set(this.#underWay.get() + 1);
    try {
      parts.stopPersistence();
      parts.stopRequests();
      parts.clearCache();
      parts.clearBrowserStorage();
      if (scope.isOwnEnd) {
        await Promise.race([
          this.#removeFromDisk(scope),
          new Promise((resolve) => setTimeout(resolve, DISK_WAIT_MS)),
        ]);
      }
      parts.clearScreen();
      if (scope.isOwnEnd) parts.notifyTabs();
      await parts.leave();
    } finally {
      this.#underWay.set(this.#underWay.get() - 1);
    }
  }

  async #removeFromDisk({ userId, keepsOutbox }: PurgeScope): Promise<void> {
    // A damaged session has no user id, so every shopper's data is removed. Unfinished payments stay, each under a hash
    // of its owner's id.
    if (userId === '') return await this.removeStrangers(null);
    const { storage, outbox } = this.#phone;
    const steps = [
      storage.removeAll(`qc|user|${userId}`),
      ...(keepsOutbox ? [] : [outbox.clear(userId)]),
      storage.removeAll(`ln|${userId}|`),
      storage.removeAll(`draft|${userId}`),
      storage.removeAll(`meta|${userId}|`),
      this.#payments.erase(userId),
    ];
    await Promise.allSettled(steps);
  }

  /**
   * Clears the data of shoppers who never signed out on this phone. Unsent commands stay a day for their owners.
   * @param userId the current shopper, whose data stays; null for a visitor.
   */
  async removeStrangers(userId: string | null): Promise<void> {
    const { storage } = this.#phone;
    const ownedPrefixes = [
      ['qc|user|', 2],
      ['ln|', 1],
      ['draft|', 1],
      ['meta|', 1],
    ] as const;
    for (const [prefix, place] of ownedPrefixes) {
      for (const [key] of await storage.list(prefix)) {
        if (key.split('|')[place] !== userId) await storage.removeAll(key);
      }
    }
    for (const [key] of await storage.list('pay|')) {
      const holder = key.split('|')[1] ?? '';
      if (holder !== '-' && !holder.startsWith('#') && holder !== userId) await this.#payments.erase(holder);
    }
  }
}
