import { createStore } from '../lib/store.ts';
import { outbox, payments, storage } from './phone.ts';

/** What must be gone before the next screen is shown, in this order. @source offline.md section 9 */

/** The parts of the app that hold something of the shopper; each is given by who owns it. */
export interface PurgeParts {
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
export interface PurgeScope {
  /** Empty: the stored session could not be read, whose it was is not known. */
  userId: string;
  /** This tab ended the session itself; another tab's end has cleared the disk already. */
  isOwnEnd: boolean;
  /** The shopper did not ask for it: what they have not sent waits a day for them. */
  keepsOutbox: boolean;
}

/** A database that hangs must not keep a shopper from leaving. */
const DISK_WAIT_MS = 4_000;

const underWay = createStore(0);
export const subscribePurge = underWay.subscribe;

/** Whether a purge is under way: guards wait with their redirects until it is done. */
export function isPurging(): boolean {
  return underWay.get() > 0;
}

/** Removes everything of a shopper from memory and disk, and only then leaves. */
export async function purgeShopper(scope: PurgeScope, parts: PurgeParts): Promise<void> {
  underWay.set(underWay.get() + 1);
  try {
    parts.stopPersistence();
    parts.stopRequests();
    parts.clearCache();
    parts.clearBrowserStorage();
    if (scope.isOwnEnd) {
      await Promise.race([purgeDisk(scope), new Promise((resolve) => setTimeout(resolve, DISK_WAIT_MS))]);
    }
    parts.clearScreen();
    if (scope.isOwnEnd) parts.tellTabs();
    await parts.leave();
  } finally {
    underWay.set(underWay.get() - 1);
  }
}

async function purgeDisk({ userId, keepsOutbox }: PurgeScope): Promise<void> {
  // Each one's payments stay under their own hash: under nobody's, nobody would find them again.
  if (userId === '') return await purgeStrangers(null);
  const steps = [
    storage.removeAll(`qc|user|${userId}`),
    ...(keepsOutbox ? [] : [outbox.clear(userId)]),
    storage.removeAll(`ln|${userId}|`),
    storage.removeAll(`draft|${userId}`),
    storage.removeAll(`meta|${userId}|`),
    payments.erase(userId),
  ];
  await Promise.allSettled(steps);
}

/**
 * Clears what another shopper left on this phone without signing out here: their storage was wiped in part,
 * or their tab was killed in the middle. Outboxes stay; they are sent by nobody else and end after a day.
 *
 * @param userId who uses the phone now, null for a visitor.
 */
export async function purgeStrangers(userId: string | null): Promise<void> {
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
    if (holder !== '-' && !holder.startsWith('#') && holder !== userId) await payments.erase(holder);
  }
}
