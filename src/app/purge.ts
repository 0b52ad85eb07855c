import { createPayments, type PaymentAttempts } from '../features/checkout/attempts/payment-attempts.ts';
import type { Services } from '../lib/services.ts';
import { createStore } from '../lib/store.ts';
import { createPhone, type Phone } from '../offline/phone.ts';

/** What must be gone before the next screen is shown, in this order. @source offline.md section 9 */

/** The parts of the app that hold something of the shopper; each is given by who owns it. */
interface PurgeParts {
  /** Ends the persisted cache: no late write of it. */
  stopPersistence: () => void;
  /** Aborts what is under way, leaves the socket. */
  stopRequests: () => void;
  clearCache: () => void;
  clearBrowserStorage: () => void;
  /** Toasts with their queue, pop-ups, the badge. */
  clearScreen: () => void;
  tellTabs: () => void;
  /** To the next screen; ends when it is drawn. A guard that acted before would lead somewhere else. */
  leave: () => Promise<void>;
}

/** How much of a shopper goes. */
interface PurgeScope {
  /** Empty: the stored session could not be read, whose it was is not known. */
  userId: string;
  /** This tab ended the session itself; another tab's end has cleared the disk already. */
  isOwnEnd: boolean;
  /** The shopper did not ask for it: what they have not sent waits a day for them. */
  keepsOutbox: boolean;
}

/** A database that hangs must not keep a shopper from leaving. */
const DISK_WAIT_MS = 4_000;

export function createPurge(services: Services): Purge {
  return new Purge(services.get(createPhone), services.get(createPayments));
}

class Purge {
  readonly #phone: Phone;
  readonly #payments: PaymentAttempts;
  readonly #underWay = createStore(0);

  constructor(phone: Phone, payments: PaymentAttempts) {
    this.#phone = phone;
    this.#payments = payments;
  }

  readonly subscribe = this.#underWay.subscribe;
  /** While it is, guards wait with their redirects. */
  readonly isUnderWay = () => this.#underWay.get() > 0;

  /** Removes everything of a shopper from memory and disk, and only then leaves. */
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
      if (scope.isOwnEnd) parts.tellTabs();
      await parts.leave();
    } finally {
      this.#underWay.set(this.#underWay.get() - 1);
    }
  }

  async #removeFromDisk({ userId, keepsOutbox }: PurgeScope): Promise<void> {
    // Without an id, payments stay under the hash of each owner: nobody would find them under an empty id.
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
   * Clears what another shopper left on this phone without signing out here: their storage was wiped in part,
   * or their tab was killed in the middle. Outboxes stay; they are sent by nobody else and end after a day.
   *
   * @param userId who uses the phone now, null for a visitor.
   */
  async removeStrangers(userId: string | null): Promise<void> {
    const { storage } = this.#phone;
    const families = [
      ['qc|user|', 2],
      ['ln|', 1],
      ['draft|', 1],
      ['meta|', 1],
    ] as const;
    for (const [prefix, place] of families) {
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
