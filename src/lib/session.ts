import { useSyncExternalStore } from 'react';
import type { User } from '#contract/schemas/auth.ts';
import { createUnheardEnds, forgetEnd, type SessionEnd } from './session-ends.ts';
import {
  belongsTo,
  createPairStorage,
  type PairStorage,
  type StoredPair,
  TOKEN_KEY,
  USER_KEY,
} from './session-pair.ts';
import { createSignal } from './store.ts';

/**
 * Who uses this phone. The truth is the pair `token` and `user` in local storage, shared by all tabs;
 * this tab remembers the pair it started with, so that a tab which slept through a change of user notices.
 * The server knows no session: it and the first client render say `undetermined`.
 *
 * @source spec section 4 (Session), offline.md sections 2, 5 and 9
 */

export type Session =
  | { readonly status: 'undetermined' }
  | { readonly status: 'visitor' }
  | { readonly status: 'member'; readonly token: string; readonly user: User };

const UNDETERMINED: Session = { status: 'undetermined' };
const VISITOR: Session = { status: 'visitor' };

/** What one tab knows of the session. */
function createTabSession(pairs: PairStorage) {
  let current: Session = UNDETERMINED;
  let epoch = 0;
  const changed = createSignal();
  const ended = createSignal<[why: SessionEnd, userId: string]>();
  const ends = createUnheardEnds();

  const get = (): Session => {
    if (current.status === 'undetermined') {
      const stored = pairs.read();
      if (stored === 'unreadable') {
        ends.note({ why: 'unreadable', userId: '' }, false);
        pairs.erase();
      } else if (stored === null) ends.takeUpNoted();
      else forgetEnd();
      current = toSession(stored);
      markDocument(current);
    }
    return current;
  };
  const set = (next: Session): void => {
    current = next;
    markDocument(next);
    changed.tell();
  };
  return {
    get,
    set,
    epoch: () => epoch,
    subscribe: changed.listen,
    isEndUnheard: ends.isAny,
    begin: (member: Session): void => {
      epoch += 1;
      set(member);
    },
    end: (why: SessionEnd): void => {
      const session = get();
      epoch += 1;
      if (why !== 'switched') pairs.erase();
      // Before the change is told: whoever draws next must know that the end is not dealt with yet.
      if (session.status === 'member') ends.note({ why, userId: session.user.id }, ended.isHeard());
      set(VISITOR);
      if (session.status === 'member') ended.tell(why, session.user.id);
    },
    onEnd: (handle: (why: SessionEnd, userId: string) => void): (() => void) => {
      const stop = ended.listen(handle);
      for (const { why, userId } of ends.hear()) handle(why, userId);
      return stop;
    },
  };
}

const pairs = createPairStorage();
const tab = createTabSession(pairs);

/** The session of this tab now. Reads the storage at the first call. */
export const getSession = tab.get;

/** Grows with every sign-in and sign-out: an answer that arrives under another epoch is dropped. */
export const sessionEpoch = tab.epoch;

/** True while an end waits for its listener, whose code may still be on its way: it decides where to go. */
export const isEndUnheard = tab.isEndUnheard;

/** Calls back after every change of the session, in this tab or by another. */
export const subscribeSession = tab.subscribe;

/** Removes the pair and tells why. What else must go is the listener's (`offline.md` section 9). */
export const endSession = tab.end;

/** Calls back when a member's session ended, after the pair is gone; with their id, or '' where it was unreadable. */
export const onSessionEnd = tab.onEnd;

/** The member's id, or null. For query keys and stored rows. */
export function sessionUserId(): string | null {
  const session = getSession();
  return session.status === 'member' ? session.user.id : null;
}

/**
 * The member of the stored pair, not of this tab's memory: another tab may have signed out a moment ago. Where nothing
 * can be stored it is this tab's.
 */
export function storedUserId(): string | null {
  const stored = pairs.read();
  return stored === null || stored === 'unreadable' ? null : stored.user.id;
}

/** Follows the session. The server and the hydrating render get `undetermined`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession, () => UNDETERMINED);
}

/** Stores a pair: after sign-in and sign-up. @param token raw, without `Bearer`. */
export function startSession(token: string, user: User): void {
  forgetEnd();
  pairs.write({ token, user });
  tab.begin({ status: 'member', token, user });
}

/**
 * Stores a refreshed token beside the profile as any tab stored it last. Ignored when the session ended meanwhile.
 * Another shopper's ends it: they signed in here, and their tab was gone before it stored the pair.
 */
export function replaceToken(token: string): void {
  const session = newestSession();
  if (session.status !== 'member') return;
  if (!belongsTo(token, session.user.id)) {
    endSession('expired');
    return;
  }
  pairs.write({ token, user: session.user });
  tab.set({ ...session, token });
}

/** Merges fields into the profile as any tab stored it last. Ignored when the session ended meanwhile. */
export function mergeUser(fields: Partial<User>): void {
  const session = newestSession();
  if (session.status !== 'member') return;
  const user = { ...session.user, ...fields };
  pairs.write({ token: session.token, user });
  tab.set({ ...session, user });
}

/** What is about to be written is based on what another tab wrote, never on this tab's memory of it. */
function newestSession(): Session {
  checkPair();
  return getSession();
}

/**
 * Compares this tab with the storage, before every send and on waking. Adopts a token that another tab
 * refreshed for the same user, and a profile that it changed.
 *
 * @returns false when the stored pair belongs to nobody or to another user; then the session has just ended
 * here (`elsewhere` or `switched`) and nothing may be sent.
 */
export function checkPair(): boolean {
  const session = getSession();
  if (session.status !== 'member') return true;
  const stored = pairs.read();
  if (stored === null || stored === 'unreadable') {
    endSession(stored === null ? 'elsewhere' : 'unreadable');
    return false;
  }
  if (stored.user.id !== session.user.id || !belongsTo(stored.token, stored.user.id)) {
    endSession('switched');
    return false;
  }
  const isChanged = JSON.stringify(stored.user) !== JSON.stringify(session.user);
  if (isChanged || stored.token !== session.token) tab.set({ status: 'member', ...stored });
  return true;
}

/** Starts to follow other tabs and waking. Call once in the browser. @returns the end of it. */
export function followOtherTabs(): () => void {
  const follow = () => {
    if (getSession().status === 'member') {
      checkPair();
      return;
    }
    // The two keys arrive one after the other: half a pair is not yet a session.
    const next = toSession(pairs.read());
    if (next.status !== 'member') return;
    tab.begin(next);
  };
  const handleStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) follow();
  };
  const handleWake = () => {
    if (document.visibilityState === 'visible') follow();
  };
  addEventListener('storage', handleStorage);
  addEventListener('pageshow', handleWake);
  document.addEventListener('visibilitychange', handleWake);
  document.addEventListener('resume', handleWake);
  // Catches changes of other tabs between the first read and now.
  follow();
  return () => {
    removeEventListener('storage', handleStorage);
    removeEventListener('pageshow', handleWake);
    document.removeEventListener('visibilitychange', handleWake);
    document.removeEventListener('resume', handleWake);
  };
}

function toSession(stored: StoredPair | 'unreadable' | null): Session {
  if (stored === null || stored === 'unreadable') return VISITOR;
  // A pair of two shoppers is nobody's. It stays: another tab may be in the middle of writing it.
  return belongsTo(stored.token, stored.user.id) ? { status: 'member', ...stored } : VISITOR;
}

/** The head script sets the same mark before the first paint. */
function markDocument({ status }: Session): void {
  if (status === 'member') document.documentElement.dataset.session = 'member';
  else delete document.documentElement.dataset.session;
}
