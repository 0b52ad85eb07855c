/** Commands that wait to be sent: their type, when they expire and when they are retried. Pure functions. */

/** Nothing on this phone can keep the command, and it did not reach the server: it must not be promised. */
export class NotStoredError extends Error {
  override name = 'NotStoredError';
}

export type CommandOutcome =
  | { kind: 'done'; reply: unknown }
  /** Kept, and sent later. `error` is the last try's, absent when nothing was tried. */
  | { kind: 'waiting'; error?: unknown }
  | { kind: 'refused'; error: unknown };

/** What a shopper wants done; a feature's scope says what else of it there is. */
export interface Intent {
  type: string;
}

/** A record of the disk, before anything of it is believed. */
export type OutboxRow = Readonly<Record<string, unknown>>;

export type Command<I extends Intent = Intent> = I & {
  /** Sent as the Idempotency-Key on every try. */
  id: string;
  userId: string;
  /** Name of the scope: its commands are sent in their order. */
  scope: string;
  /** Milliseconds of the phone's clock; orders the queue and ends it after a day. */
  createdAt: number;
  /** Set before the first try: from then on the server may know the command. */
  sentAt?: number;
  tries: number;
  /** This phone cannot save it: it is sent at once, and refused where that fails. */
  isOnlineOnly?: boolean;
};

/** A feature's commands, declared beside its code. */
export interface OutboxScope<I extends Intent = Intent> {
  /** Stands in every row: never changed. */
  name: string;
  /**
   * Every type of command, with the check of what a row holds of it. A field may be added as optional; anything
   * else is a new type, since rows of the release before may wait.
   */
  shapes: Readonly<Record<I['type'], (row: OutboxRow) => boolean>>;
  /**
   * What an intent makes of the waiting commands. Only those that were never sent may go: a sent one may already
   * count at the server.
   *
   * @returns ids to drop, and whether the intent itself still has to be sent.
   */
  coalesce(queue: readonly Command<I>[], intent: I): { drop: string[]; keep: boolean };
  /** Types that take something away: a 404 says that it is gone already. */
  removals: readonly I['type'][];
}

/** How a scope's commands are sent and what their answers change. Given by the feature that owns the scope. */
export interface Sender<I extends Intent = Intent> {
  /** One try. Throws what the API client throws. The signal ends it when the page goes away. */
  send(command: Command<I>, signal: AbortSignal): Promise<unknown>;
  onDone(command: Command<I>, reply: unknown): void;
  /**
   * Refused for good: the server's message, if it gave one.
   *
   * @param isAwaited somebody in this tab waits for the answer and tells it; else it is told here or never.
   */
  onRefused(command: Command<I>, error: unknown, isAwaited: boolean): void;
  /** Another tab got the answer. Its own cache counts it; this tab's, which may be written after it, has to as well. */
  onEndElsewhere?(end: CommandEnd<I>): void;
}

/** How a command left the queue. */
export interface CommandEnd<I extends Intent = Intent> {
  command: Command<I>;
  /** False: refused for good. */
  isDone: boolean;
  /** What the server answered, null where that said nothing. */
  reply: unknown;
  /** When it did, milliseconds of the phone's clock: a tab that was frozen hears of it late. */
  atMs: number;
}

/** The cache on the disk. An answer that changes it counts once it is there: until then the row stays. */
export interface SavedCache {
  /** Ends when the disk was read: what an answer changes must be there to be changed. */
  whenRead: () => Promise<void>;
  /** Ends when the disk has what the cache holds, or refused it. */
  keep: () => Promise<void>;
}

export interface DrainSettings {
  /** The shopper of this tab, null while nobody is signed in or the storage holds another one. */
  userId: () => string | null;
  saved: SavedCache;
  /** Commands older than a day or damaged were dropped unsent. */
  onExpired: (count: number) => void;
}

const COMMAND_MAX_AGE_MS = 24 * 60 * 60_000;
/** Nothing waits so long: a phone whose battery was empty starts in 1970 or in the year that it was made. */
const CLOCK_JUMP_MS = 365 * COMMAND_MAX_AGE_MS;
const SERVER_ERRORS_BEFORE_GIVING_UP = 8;

/**
 * True for a command that may not be sent any more: it is a day old. One whose date a wrong clock made has no age
 * before it is sent; from then on the server may forget its key.
 */
export function isExpired(
  { createdAt, sentAt }: Pick<Command, 'createdAt' | 'sentAt'>,
  nowMs: number,
): boolean {
  const ageMs = nowMs - createdAt;
  const isDated = ageMs >= 0 && ageMs < CLOCK_JUMP_MS;
  return Math.abs(nowMs - (isDated ? createdAt : (sentAt ?? nowMs))) > COMMAND_MAX_AGE_MS;
}

/** @returns those of one scope and shopper; what the outbox lists was checked by the scope's shapes. */
export function commandsOf<I extends Intent>(
  scope: OutboxScope<I>,
  commands: readonly Command[],
  userId: string,
): readonly Command<I>[] {
  return commands.filter(
    (command) => command.scope === scope.name && command.userId === userId,
  ) as Command<I>[];
}

/** A command that was not written yet. */
export function createCommand<I extends Intent>(
  scope: OutboxScope<I>,
  intent: NoInfer<I>,
  userId: string,
  id: string,
  nowMs: number,
): Command<I> {
  return { ...intent, id, userId, scope: scope.name, createdAt: nowMs, tries: 0 };
}

/**
 * What to do after a try that failed.
 *
 * @param status the HTTP status, null when no answer came.
 * @param serverErrors tries in a row, this one among them, that the server answered with a 5xx.
 */
export function outcomeOfFailure(
  { removals }: OutboxScope,
  command: Command,
  status: number | null,
  serverErrors: number,
): 'done' | 'retry' | 'give-up' {
  // After a 401 the session was not to be renewed: the command waits for its shopper.
  if (status === null || [401, 408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return serverErrors >= SERVER_ERRORS_BEFORE_GIVING_UP ? 'give-up' : 'retry';
  return status === 404 && removals.includes(command.type) ? 'done' : 'give-up';
}

/** Pause before the next drain: 1 s doubling to 30 s, with up to a quarter of jitter; Retry-After wins. */
export function backoffMs(
  failuresInARow: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const base = Math.min(30_000, 1_000 * 2 ** Math.max(0, failuresInARow - 1));
  return Math.round(base * (1 + random * 0.25));
}
