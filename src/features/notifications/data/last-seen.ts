import type { OfflineStorage } from '../../../offline/storage/storage.ts';

/**
 * Stores the server time of the newest notification that this phone has shown, for all tabs.
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

/** @param createdAt server time of the newest notification that was shown. */
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
    // A failed write is ignored, because at worst two toasts on return count the same notification.
    .catch(() => undefined);
}
