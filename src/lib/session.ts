import { useSyncExternalStore } from 'react';
import type { User } from '#contract/schemas/auth.ts';
import {
  clearStoredSessionEnd,
  createPendingSessionCleanups,
  type SessionEndReason,
} from './session-ends.ts';
import {
  createTokenAndUserStorage,
  doesTokenBelongToUser,
  type StoredSession,
  type TokenAndUserStorage,
} from './session-pair.ts';
import { createEventEmitter } from './store.ts';

/**
 * Manages the phone's session. The `token` and `user` in local storage, shared by all tabs, are authoritative; each
 * tab remembers its own pair and so detects a change of user after a sleep. The server and the first render use
 * `undetermined`.
 * @source spec section 4 (Session), offline.md sections 2, 5 and 9
 */

export type ShopperSession =
  | { readonly status: 'undetermined' }
  | { readonly status: 'visitor' }
  | { readonly status: 'member'; readonly token: string; readonly user: User };

const UNDETERMINED: ShopperSession = { status: 'undetermined' };
const VISITOR: ShopperSession = { status: 'visitor' };

/** Creates the session state of one tab. */
function createTabSession(pairs: TokenAndUserStorage) {
  let current: ShopperSession = UNDETERMINED;
  let epoch = 0;
  const changed = createEventEmitter();
  const ended = createEventEmitter<[why: SessionEndReason, userId: string]>();
  const ends = createPendingSessionCleanups();

  const get = (): ShopperSession => {
    if (current.status === 'undetermined') {
      const stored = pairs.read();
      if (stored === 'unreadable') {
        ends.note({ why: 'unreadable', userId: '' }, false);
        pairs.erase();
      } else if (stored === null) ends.takeUpNoted();
      else clearStoredSessionEnd();
      current = toSession(stored);
      markDocument(current);
    }
    return current;
  };
  const set = (next: ShopperSession): void => {
    current = next;
    markDocument(next);
    changed.emit();
  };
  return {
    get,
    set,
    epoch: () => epoch,
    subscribe: changed.listen,
    isSessionEndPending: ends.isAny,
    begin: (member: ShopperSession): void => {
      epoch += 1;
      set(member);
    },
    end: (why: SessionEndReason): void => {
      const session = get();
      epoch += 1;
      if (why !== 'switched') pairs.erase();
      // Recorded before the change, so that the next render knows that the cleanup is unfinished.
      if (session.status === 'member') ends.note({ why, userId: session.user.id }, ended.isHeard());
      set(VISITOR);
      if (session.status === 'member') ended.emit(why, session.user.id);
    },
    onEnd: (handle: (why: SessionEndReason, userId: string) => void): (() => void) => {
      const stop = ended.listen(handle);
      for (const { why, userId } of ends.hear()) handle(why, userId);
      return stop;
    },
  };
}

const pairs = createTokenAndUserStorage();
const tab = createTabSession(pairs);

/** Returns this tab's session; the first call reads the storage. */
export const getSession = tab.get;

/** The epoch grows with every sign-in and sign-out; responses of an older epoch are dropped. */
export const getSessionEpoch = tab.epoch;

/** True until a listener has handled the end; its code chooses the redirect and may still be loading. */
export const isSessionCleanupPending = tab.isSessionEndPending;

/** Calls listeners after every session change, of this tab or another. */
export const subscribeSession = tab.subscribe;

/** Clears token and user and emits the reason; subscribers delete the other data (`offline.md` section 9). */
export const endSession = tab.end;

/** Calls listeners after a member's session ended and its pair was removed; with the id, or '' when unreadable. */
export const onSessionEnd = tab.onEnd;

/** Returns the member's id, or null, for query keys and stored rows. */
export function getSessionUserId(): string | null {
  const session = getSession();
  return session.status === 'member' ? session.user.id : null;
}

/** Returns the member of the stored pair, because another tab may have signed out. Without storage: this tab's. */
export function readStoredUserId(): string | null {
  const stored = pairs.read();
  return stored === null || stored === 'unreadable' ? null : stored.user.id;
}

/** Subscribes to the session; `undetermined` on the server and during hydration. */
export function useSession(): ShopperSession {
  return useSyncExternalStore(subscribeSession, getSession, () => UNDETERMINED);
}

/** Stores token and user after a sign-in or sign-up. @param token raw, without `Bearer`. */
export function startSession(token: string, user: User): void {
  clearStoredSessionEnd();
  pairs.write({ token, user });
  tab.begin({ status: 'member', token, user });
}

/**
 * Stores a refreshed token with the newest stored profile; ignored after the session ended. Another shopper's token
 * ends the session: their tab closed before it stored the pair.
 */
export function replaceSessionToken(token: string): void {
  const session = newestSession();
  if (session.status !== 'member') return;
  if (!doesTokenBelongToUser(token, session.user.id)) {
    endSession('expired');
    return;
  }
  pairs.write({ token, user: session.user });
  tab.set({ ...session, token });
}

/** Merges fields into the newest stored profile; ignored after the session ended. */
export function mergeSessionUser(fields: Partial<User>): void {
  const session = newestSession();
  if (session.status !== 'member') return;
  const user = { ...session.user, ...fields };
  pairs.write({ token: session.token, user });
  tab.set({ ...session, user });
}

/** Writes build on the newest stored pair, never on this tab's memory. */
function newestSession(): ShopperSession {
  syncSessionWithStorage();
  return getSession();
}

/**
 * Compares this tab with the storage, before every send and on becoming visible. It adopts a refreshed token or changed
 * profile of the same user.
 * @returns false when the stored pair is missing or another user's; the session has then ended here (`elsewhere` or
 * `switched`) and nothing may be sent.
 */
export function syncSessionWithStorage(): boolean {
  const session = getSession();
  if (session.status !== 'member') return true;
  const stored = pairs.read();
  if (stored === null || stored === 'unreadable') {
    endSession(stored === null ? 'elsewhere' : 'unreadable');
    return false;
  }
  if (stored.user.id !== session.user.id || !doesTokenBelongToUser(stored.token, stored.user.id)) {
    endSession('switched');
    return false;
  }
  const isChanged = JSON.stringify(stored.user) !== JSON.stringify(session.user);
  if (isChanged || stored.token !== session.token) tab.set({ status: 'member', ...stored });
  return true;
}

/** Takes over what another tab has done: its sign-in, sign-out or new token. */
export function adoptStoredSession(): void {
  if (getSession().status === 'member') {
    syncSessionWithStorage();
    return;
  }
  // Token and user are written one after the other; an incomplete pair is no session.
  const next = toSession(pairs.read());
  if (next.status === 'member') tab.begin(next);
}

function toSession(stored: StoredSession | 'unreadable' | null): ShopperSession {
  if (stored === null || stored === 'unreadable') return VISITOR;
  // Token and user of different shoppers count as signed out, but stay: another tab may be writing them.
  return doesTokenBelongToUser(stored.token, stored.user.id) ? { status: 'member', ...stored } : VISITOR;
}

/** The head script sets the same marker before the first paint. */
function markDocument({ status }: ShopperSession): void {
  if (status === 'member') document.documentElement.dataset.session = 'member';
  else delete document.documentElement.dataset.session;
}
