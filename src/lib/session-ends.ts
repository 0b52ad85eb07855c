import { readStored, removeStored, writeStored } from './storage.ts';

/**
 * Session ends whose cleanup is not finished. The cleanup code loads later and the page may reload, so the last end is
 * also stored in this tab and repeated by the next page.
 */

/**
 * Why a session ended: `signed-out` by the shopper, `expired` (refresh refused), `unreadable` (stored data cannot be
 * parsed), `elsewhere` (another tab signed out), `switched` (another user signed in elsewhere).
 */
export type SessionEnd = 'signed-out' | 'expired' | 'unreadable' | 'elsewhere' | 'switched';

interface Ended {
  why: SessionEnd;
  /** Empty when unreadable. */
  userId: string;
  /** Time of the finished cleanup, if finished. */
  doneAtMs?: number;
}

const NOTE_KEY = 'sessionEnd';

export interface UnheardEnds {
  /** @param isHeard somebody is there to deal with it. */
  note: (ended: Ended, isHeard: boolean) => void;
  /** What an earlier page of this tab did not finish. Call it once, when nobody is signed in. */
  takeUpNoted: () => void;
  /** @returns the ends that nobody has heard of; from now on they are heard. */
  hear: () => Ended[];
  /** True while an end waits for its listener, whose code may still be on its way: it decides where to go. */
  isAny: () => boolean;
}

export function createUnheardEnds(): UnheardEnds {
  const unheard: Ended[] = [];
  return {
    note: (ended, isHeard) => {
      writeStored('sessionStorage', NOTE_KEY, JSON.stringify(ended));
      if (!isHeard) unheard.push(ended);
    },
    takeUpNoted: () => {
      try {
        const ended: Ended | null = JSON.parse(readStored('sessionStorage', NOTE_KEY) ?? 'null');
        if (typeof ended?.why !== 'string' || typeof ended.userId !== 'string') return;
        // A reload that began before all was done asks for the member's page again.
        if ((ended.doneAtMs ?? Number.POSITIVE_INFINITY) >= performance.timeOrigin) unheard.push(ended);
        else forgetEnd();
      } catch {
        forgetEnd();
      }
    },
    hear: () => unheard.splice(0),
    isAny: () => unheard.length > 0,
  };
}

/** All of it is done. Only a page whose loading began earlier takes it up once more. */
export function finishEnd(why: SessionEnd): void {
  writeStored('sessionStorage', NOTE_KEY, JSON.stringify({ why, userId: '', doneAtMs: Date.now() }));
}

/** Somebody has signed in since. */
export function forgetEnd(): void {
  removeStored('sessionStorage', NOTE_KEY);
}
