import { readBrowserStorage, removeFromBrowserStorage, writeBrowserStorage } from './storage.ts';

/**
 * Tracks session ends whose cleanup is not finished. The cleanup code loads later and the page may reload, so the
 * last end is also stored in this tab and repeated by the next page.
 */

/**
 * The reasons: `signed-out` by the shopper; `expired` after a refused refresh; `unreadable` stored data; `elsewhere`,
 * signed out in another tab; `switched`, another user signed in.
 */
export type SessionEndReason = 'signed-out' | 'expired' | 'unreadable' | 'elsewhere' | 'switched';

interface Ended {
  why: SessionEndReason;
  /** Id of the signed-out user; empty: the stored session was unreadable. */
  userId: string;
  /** Time at which the cleanup finished; absent: not yet. */
  doneAtMs?: number;
}

const NOTE_KEY = 'sessionEnd';

export interface PendingSessionCleanups {
  /** Records the end of a session. @param isHeard true: a listener handles the end now. */
  note: (ended: Ended, isHeard: boolean) => void;
  /** Takes an unfinished end of this tab's earlier page. Call it once, without a session. */
  takeUpNoted: () => void;
  /** @returns the ends that no listener has handled, and marks them as handled. */
  hear: () => Ended[];
  /** True until a listener has handled the end; its code chooses the redirect and may still be loading. */
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
      try {
        const ended: Ended | null = JSON.parse(readBrowserStorage('sessionStorage', NOTE_KEY) ?? 'null');
        if (typeof ended?.why !== 'string' || typeof ended.userId !== 'string') return;
        // A reload that started before the cleanup finished requests a member's page again.
        if ((ended.doneAtMs ?? Number.POSITIVE_INFINITY) >= performance.timeOrigin) pending.push(ended);
        else clearStoredSessionEnd();
      } catch {
        clearStoredSessionEnd();
      }
    },
    hear: () => pending.splice(0),
    isAny: () => pending.length > 0,
  };
}

/** Marks the cleanup as finished; only a page that started loading earlier repeats it. */
export function markSessionCleanupDone(why: SessionEndReason): void {
  writeBrowserStorage('sessionStorage', NOTE_KEY, JSON.stringify({ why, userId: '', doneAtMs: Date.now() }));
}

/** Call this after a sign-in: an earlier session end no longer matters. */
export function clearStoredSessionEnd(): void {
  removeFromBrowserStorage('sessionStorage', NOTE_KEY);
}
