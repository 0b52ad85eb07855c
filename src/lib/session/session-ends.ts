import {
  readJsonFromBrowserStorage,
  removeFromBrowserStorage,
  writeBrowserStorage,
} from '../storage/storage.ts';

/**
 * Stores ended sessions until their data is deleted. They survive a reload, because the code that deletes loads later.
 */

/**
 * `unreadable`: the stored session is damaged. `elsewhere`: signed out in another tab. `switched`: another user signed
 * in.
 */
export type SessionEndReason = 'signed-out' | 'expired' | 'unreadable' | 'elsewhere' | 'switched';

interface Ended {
  why: SessionEndReason;
  /** Id of the signed-out user; empty: the stored session was unreadable. */
  userId: string;
  /** Time at which the user's data was deleted; absent until then. */
  doneAtMs?: number;
}

const NOTE_KEY = 'sessionEnd';

export interface PendingSessionCleanups {
  /**
   * Records an ended session.
   * @param isHeard false: no listener is loaded yet, so the session waits until a listener calls `hear`.
   */
  note: (ended: Ended, isHeard: boolean) => void;
  /**
   * Adds the ended session that an earlier page of this tab recorded, unless its data is deleted. Call it once, while
   * nobody is signed in.
   */
  takeUpNoted: () => void;
  /** @returns the ended sessions that no listener has handled yet, and marks them as handled. */
  hear: () => Ended[];
  /** True until a listener handles the ended session. The listener redirects, but its code may still be loading. */
  isAny: () => boolean;
}

export function createPendingSessionCleanups(): PendingSessionCleanups {
  const pending: Ended[] = [];
  return {
    note: (ended, isHeard) => {
      writeBrowserStorage('sessionStorage', NOTE_KEY, JSON.stringify(ended));
      if (!isHeard) pending.push(ended);
    },
    takeUpNoted: () => {
      const ended = readJsonFromBrowserStorage('sessionStorage', NOTE_KEY) as Ended | null;
      if (typeof ended?.why !== 'string' || typeof ended.userId !== 'string') return;
      // If this page began to load before the deletion ended, it may show a member's screen, so the deletion is
      // repeated.
      if ((ended.doneAtMs ?? Number.POSITIVE_INFINITY) >= performance.timeOrigin) pending.push(ended);
      else deletePendingSessionCleanup();
    },
    hear: () => pending.splice(0),
    isAny: () => pending.length > 0,
  };
}

/** Records that the user's data is deleted. A page that began to load earlier still deletes it again. */
export function markSessionCleanupDone(why: SessionEndReason): void {
  writeBrowserStorage('sessionStorage', NOTE_KEY, JSON.stringify({ why, userId: '', doneAtMs: Date.now() }));
}

/** Deletes the record of the last ended session at sign-in, because its redirect must not follow the sign-in. */
export function deletePendingSessionCleanup(): void {
  removeFromBrowserStorage('sessionStorage', NOTE_KEY);
}
