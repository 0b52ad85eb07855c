import { useSyncExternalStore } from 'react';
import type { User } from '#contract/schemas/auth.ts';
import { createEventChannel } from '../react/store.ts';
import {
  createPendingSessionCleanups,
  deletePendingSessionCleanup,
  type SessionEndReason,
} from './session-ends.ts';
import {
  createTokenAndUserStorage,
  doesTokenBelongToUser,
  type StoredSession,
  type TokenAndUserStorage,
} from './token-and-user-storage.ts';

/**
 * Manages the shopper's session: `token` and `user` in local storage, shared by all tabs. `undetermined` before
 * hydration.
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
  const changed = createEventChannel();
  const ended = createEventChannel<[why: SessionEndReason, userId: string]>();
  const ends = createPendingSessionCleanups();

  const get = (): ShopperSession => {
    if (current.status === 'undetermined') {
      const stored = pairs.read();
      if (stored === 'unreadable') {
        ends.note({ why: 'unreadable', userId: '' }, false);
        pairs.erase();
      } else if (stored === null) ends.takeUpNoted();
      else deletePendingSessionCleanup();
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
      // The end is recorded before the state changes, so that the next render knows that the shopper's data is still
      // there.
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

/**
 * Returns a counter that grows with every sign-in and sign-out. A response is dropped if it changed since the request.
 */
export const getSessionEpoch = tab.epoch;

/** True until a listener handles the ended session. The listener redirects, but its code may still be loading. */
export const isSessionCleanupPending = tab.isSessionEndPending;

/** Calls listeners after every session change, in this tab or another. */
export const subscribeSession = tab.subscribe;

/**
 * Removes token and user and reports the reason to listeners, which delete the shopper's other data (`offline.md`
 * section 9).
 */
export const endSession = tab.end;

/**
 * Calls listeners after a session has ended and its token was removed, with the user's id, or '' when it was
 * unreadable.
 */
export const onSessionEnd = tab.onEnd;

/** @returns the signed-in member's id, or null; query keys and stored rows contain it. */
export function getSessionUserId(): string | null {
  const session = getSession();
  return session.status === 'member' ? session.user.id : null;
}

/** Reads the user id from storage, because another tab may have signed out. @returns null when nobody is signed in. */
export function readStoredUserId(): string | null {
  const stored = pairs.read();
  return stored === null || stored === 'unreadable' ? null : stored.user.id;
}

/** Subscribes a component to the session, which is `undetermined` on the server and during hydration. */
export function useSession(): ShopperSession {
  return useSyncExternalStore(subscribeSession, getSession, () => UNDETERMINED);
}

/** Stores token and user after a sign-in or sign-up. @param token raw, without `Bearer`. */
export function startSession(token: string, user: User): void {
  deletePendingSessionCleanup();
  pairs.write({ token, user });
  tab.begin({ status: 'member', token, user });
}

/**
 * Stores a refreshed token. If the token belongs to another shopper, who signed in on another tab, this session ends.
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

/** Returns the stored session, because another tab may have changed it and this tab must not undo the change. */
function newestSession(): ShopperSession {
  syncSessionWithStorage();
  return getSession();
}

/**
 * Compares this tab's session with the stored one and adopts a newer token or profile of the same user.
 * @returns false when the session has ended in this tab (`elsewhere` or `switched`), so that nothing may be sent.
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

/** Adopts the stored session of another tab after its sign-in, sign-out or token refresh. */
export function adoptSessionOfOtherTabs(): void {
  if (getSession().status === 'member') {
    syncSessionWithStorage();
    return;
  }
  // Another tab writes token and user one after the other, so an incomplete pair does not start a session.
  const next = toSession(pairs.read());
  if (next.status === 'member') tab.begin(next);
}

function toSession(stored: StoredSession | 'unreadable' | null): ShopperSession {
  if (stored === null || stored === 'unreadable') return VISITOR;
  // A stored token and user of different shoppers count as signed out. They stay, because another tab may be writing
  // them.
  return doesTokenBelongToUser(stored.token, stored.user.id) ? { status: 'member', ...stored } : VISITOR;
}

/** Sets the marker on `<html>` by which styles choose guest or member. */
function markDocument({ status }: ShopperSession): void {
  if (status === 'member') document.documentElement.dataset.session = 'member';
  else delete document.documentElement.dataset.session;
}
