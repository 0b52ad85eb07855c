import { storage } from '../../offline/phone.ts';

/**
 * The newest server time of a notification that this phone has shown: in the open panel, or as a toast. Shared by
 * all tabs; it never goes back. @source offline.md sections 2 and 7
 */

function keyOf(userId: string): string {
  return `meta|${userId}|seen`;
}

/** @returns null when nothing was shown on this phone yet. */
export async function readLastSeen(userId: string): Promise<string | null> {
  return (await storage.read<string>(keyOf(userId)).catch(() => undefined)) ?? null;
}

/** @param createdAt of the newest notification shown. */
export function noteLastSeen(userId: string, createdAt: string): void {
  const key = keyOf(userId);
  storage
    .change<string, void>(key, ([stored]) => ({
      put: stored && Date.parse(stored[1]) >= Date.parse(createdAt) ? [] : [[key, createdAt]],
      result: undefined,
    }))
    // A full disk: at worst a notification is summed up once more.
    .catch(() => undefined);
}
