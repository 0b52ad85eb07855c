import { useSyncExternalStore } from 'react';
import type { User } from '#contract/schemas/auth.ts';
import { forgetEnd, hearEnds, noteEnd, type SessionEnd, takeUpNotedEnd } from './session-ends.ts';
import { createSignal } from './store.ts';

export { isEndUnheard } from './session-ends.ts';

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

const TOKEN_KEY = 'token';
const USER_KEY = 'user';
const UNDETERMINED: Session = { status: 'undetermined' };
const VISITOR: Session = { status: 'visitor' };

let current: Session = UNDETERMINED;
let epoch = 0;
/** The pair of a tab whose storage is refused or full: the session lives as long as the tab. */
let unstored: StoredPair | null = null;
const changed = createSignal();
const ended = createSignal<[why: SessionEnd, userId: string]>();

/** The session of this tab now. Reads the storage at the first call. */
export function getSession(): Session {
  if (current.status === 'undetermined') {
    const stored = readStoredPair();
    if (stored === 'unreadable') {
      noteEnd({ why: 'unreadable', userId: '' }, false);
      eraseStoredPair();
    } else if (stored === null) takeUpNotedEnd();
    else forgetEnd();
    current = toSession(stored);
    markDocument();
  }
  return current;
}

/** Grows with every sign-in and sign-out: an answer that arrives under another epoch is dropped. */
export function sessionEpoch(): number {
  return epoch;
}

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
  const stored = readStoredPair();
  return stored === null || stored === 'unreadable' ? null : stored.user.id;
}

/** Follows the session. The server and the hydrating render get `undetermined`. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession, () => UNDETERMINED);
}

/** Calls back after every change of the session, in this tab or by another. */
export const subscribeSession = changed.listen;

/** Calls back when a member's session ended, after the pair is gone; with their id, or '' where it was unreadable. */
export function onSessionEnd(handle: (why: SessionEnd, userId: string) => void): () => void {
  const stop = ended.listen(handle);
  for (const { why, userId } of hearEnds()) handle(why, userId);
  return stop;
}

/** Stores a pair: after sign-in and sign-up. @param token raw, without `Bearer`. */
export function startSession(token: string, user: User): void {
  epoch += 1;
  forgetEnd();
  store(token, user);
  change({ status: 'member', token, user });
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
  store(token, session.user);
  change({ ...session, token });
}

/** Merges fields into the profile as any tab stored it last. Ignored when the session ended meanwhile. */
export function mergeUser(fields: Partial<User>): void {
  const session = newestSession();
  if (session.status !== 'member') return;
  const user = { ...session.user, ...fields };
  store(session.token, user);
  change({ ...session, user });
}

/** Removes the pair and tells why. What else must go is the listener's (`offline.md` section 9). */
export function endSession(why: SessionEnd): void {
  const session = getSession();
  epoch += 1;
  if (why !== 'switched') eraseStoredPair();
  // Before the change is told: whoever draws next must know that the end is not dealt with yet.
  if (session.status === 'member') noteEnd({ why, userId: session.user.id }, ended.isHeard());
  change(VISITOR);
  if (session.status !== 'member') return;
  ended.tell(why, session.user.id);
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
  const stored = readStoredPair();
  if (stored === null || stored === 'unreadable') {
    endSession(stored === null ? 'elsewhere' : 'unreadable');
    return false;
  }
  if (stored.user.id !== session.user.id || !belongsTo(stored.token, stored.user.id)) {
    endSession('switched');
    return false;
  }
  const isChanged = JSON.stringify(stored.user) !== JSON.stringify(session.user);
  if (isChanged || stored.token !== session.token) change({ status: 'member', ...stored });
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
    const next = toSession(readStoredPair());
    if (next.status !== 'member') return;
    epoch += 1;
    change(next);
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

interface StoredPair {
  token: string;
  user: User;
}

function readStoredPair(): StoredPair | 'unreadable' | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const userJson = localStorage.getItem(USER_KEY);
    if (!token || !userJson) return unstored;
    const user: unknown = JSON.parse(userJson);
    const isUser = typeof user === 'object' && user !== null && typeof (user as User).id === 'string';
    return isUser ? { token, user: user as User } : 'unreadable';
  } catch (error) {
    // A refused storage (private mode) has no pair; unreadable JSON is a broken session.
    return error instanceof SyntaxError ? 'unreadable' : unstored;
  }
}

function toSession(stored: StoredPair | 'unreadable' | null): Session {
  if (stored === null || stored === 'unreadable') return VISITOR;
  // A pair of two shoppers is nobody's. It stays: another tab may be in the middle of writing it.
  return belongsTo(stored.token, stored.user.id) ? { status: 'member', ...stored } : VISITOR;
}

/** The token's `sub` must be the user. A token of another form proves nothing either way. */
function belongsTo(token: string, userId: string): boolean {
  try {
    const payload = token.split('.')[1];
    if (payload === undefined) return true;
    const { sub } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof sub !== 'string' || sub === userId;
  } catch {
    return true;
  }
}

function store(token: string, user: User): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
    localStorage.setItem(USER_KEY, JSON.stringify(user));
    unstored = null;
  } catch {
    eraseStoredPair();
    unstored = { token, user };
  }
}

function eraseStoredPair(): void {
  unstored = null;
  try {
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(USER_KEY);
  } catch {
    // Nothing was stored.
  }
}

function change(next: Session): void {
  current = next;
  markDocument();
  changed.tell();
}

/** The head script sets the same mark before the first paint. */
function markDocument(): void {
  if (current.status === 'member') document.documentElement.dataset.session = 'member';
  else delete document.documentElement.dataset.session;
}
