import type { Queryable } from '../../db/database.ts';
import { findEndedSince } from './session-repository.ts';

/** The sessions that ended while their access tokens still run, as this process knows them. For reads and sockets. */
export interface EndedSessions {
  has(sessionId: string): boolean;
  /** A session of whose end this process has just heard. */
  add(sessionId: string): void;
  /** Called once for each session that ends from now on. */
  onEnded(tell: (sessionId: string) => void): void;
  close(): void;
}

const LOOK_MS = 2_000;
/** As long as an access token runs, and a little more. */
const KEPT_MS = 16 * 60_000;
/** What a transaction ends is dated to its beginning, and seen at its commit. */
const LONGEST_COMMIT_MS = 2 * 60_000;

/**
 * Knows which sessions ended in the last 16 minutes. What is told by `add` is known at once; the database is asked
 * every 2 s as well, so a message that was missed costs seconds, and a process that starts knows what was before it.
 *
 * @source accounts.md
 */
export async function openEndedSessions(db: Queryable): Promise<EndedSessions> {
  const forgetAtMs = new Map<string, number>();
  const listeners: ((sessionId: string) => void)[] = [];
  let lastLookMs = performance.now() - KEPT_MS;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const add = (sessionId: string): void => {
    if (forgetAtMs.has(sessionId)) return;
    forgetAtMs.set(sessionId, performance.now() + KEPT_MS);
    for (const tell of listeners) tell(sessionId);
  };
  const look = async (): Promise<void> => {
    const nowMs = performance.now();
    const sinceMs = Math.min(KEPT_MS, nowMs - lastLookMs + LONGEST_COMMIT_MS);
    const ended = await findEndedSince(db, sinceMs);
    lastLookMs = nowMs;
    for (const [id, atMs] of forgetAtMs) if (atMs <= nowMs) forgetAtMs.delete(id);
    for (const id of ended) add(id);
  };
  const lookAgainLater = (): void => {
    if (isClosed) return;
    // A database that is away for a moment is asked again, further back.
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
    onEnded: (tell) => void listeners.push(tell),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
