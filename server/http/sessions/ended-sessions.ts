import type { Queryable } from '../../db/database.ts';
import { findSessionsEndedSince } from './session-repository.ts';

/** Remembers sessions that ended before their access tokens expire, so that reads and sockets can refuse them. */
export interface EndedSessionTracker {
  has(sessionId: string): boolean;
  add(sessionId: string): void;
  onEnded(listener: (sessionId: string) => void): void;
  close(): void;
}

const LOOK_MS = 2_000;
/** Milliseconds for which an ended session is listed: a little longer than its access tokens are valid. */
const KEPT_MS = 16 * 60_000;
/**
 * Milliseconds by which the periods of two polls overlap, because a session's end becomes visible only when its
 * transaction commits.
 */
const LONGEST_COMMIT_MS = 2 * 60_000;

/**
 * Tracks the sessions that ended in the last 16 minutes. `add` takes effect at once; the database is polled too, for
 * lost messages.
 * @source accounts.md
 */
export async function createEndedSessionTracker(db: Queryable): Promise<EndedSessionTracker> {
  const forgetAtMs = new Map<string, number>();
  const listeners: ((sessionId: string) => void)[] = [];
  let lastLookMs = performance.now() - KEPT_MS;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const add = (sessionId: string): void => {
    if (forgetAtMs.has(sessionId)) return;
    forgetAtMs.set(sessionId, performance.now() + KEPT_MS);
    for (const listener of listeners) listener(sessionId);
  };
  const look = async (): Promise<void> => {
    const nowMs = performance.now();
    const sinceMs = Math.min(KEPT_MS, nowMs - lastLookMs + LONGEST_COMMIT_MS);
    const ended = await findSessionsEndedSince(db, sinceMs);
    lastLookMs = nowMs;
    for (const [id, atMs] of forgetAtMs) if (atMs <= nowMs) forgetAtMs.delete(id);
    for (const id of ended) add(id);
  };
  const lookAgainLater = (): void => {
    if (isClosed) return;
    // A failed poll leaves `lastLookMs` unchanged, so the next poll also finds the sessions that ended in the meantime.
    timer = setTimeout(
      () =>
        void look()
          .catch(() => undefined)
          .finally(lookAgainLater),
      LOOK_MS,
    );
    timer.unref();
  };

  await look();
  lookAgainLater();
  return {
    has: (sessionId) => forgetAtMs.has(sessionId),
    add,
    onEnded: (listener) => void listeners.push(listener),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
