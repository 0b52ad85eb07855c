import type { OfflineStorage } from '../../offline/storage/storage.ts';

/**
 * Stores the newest server time of a notification shown on this phone, for all tabs; it never decreases.
 * @source offline.md sections 2 and 7
 */

function keyOf(userId: string): string {
  return `meta|${userId}|seen`;
}

/** @returns null when this phone has shown no notification yet. */
export async function readLastSeenNotificationTime(
  storage: OfflineStorage,
  userId: string,
): Promise<string | null> {
  return (await storage.read<string>(keyOf(userId)).catch(() => undefined)) ?? null;
}

/** @param createdAt time of the newest shown notification. */
export function storeLastSeenNotificationTime(
  storage: OfflineStorage,
  userId: string,
  createdAt: string,
): void {
  const key = keyOf(userId);
  storage
    .change<string, void>(key, ([stored]) => ({
      put: stored && Date.parse(stored[1]) >= Date.parse(createdAt) ? [] : [[key, createdAt]],
      result: undefined,
    }))
    // On a full disk the worst result is that a notification is counted in two summaries.
    .catch(() => undefined);
}
