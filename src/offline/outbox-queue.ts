/** What waits to be sent, whoever it belongs to: what a command is, when it is too old, and when it is tried again. Pure. */

/** What a shopper wants done; a feature's scope says what else of it there is. */
export interface Intent {
  type: string;
}

/** A record of the disk, before anything of it is believed. */
export type Row = Readonly<Record<string, unknown>>;

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
  /** Tries that the server itself answered with a 5xx. */
  serverErrors: number;
  /** This phone cannot save it: it is sent at once, and refused where that fails. */
  isOnlineOnly?: boolean;
};

/** A feature's commands, declared beside its code; `app/outbox-scopes.ts` collects them. */
export interface OutboxScope<I extends Intent = Intent> {
  /** Stands in every row: never changed. */
  name: string;
  /**
   * Every type of command, with the check of what a row holds of it. A field may be added as optional; anything
   * else is a new type, since rows of the release before may wait.
   */
  shapes: Readonly<Record<I['type'], (row: Row) => boolean>>;
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
export function draftCommand<I extends Intent>(
  scope: OutboxScope<I>,
  intent: NoInfer<I>,
  userId: string,
  id: string,
  nowMs: number,
): Command<I> {
  return { ...intent, id, userId, scope: scope.name, createdAt: nowMs, tries: 0, serverErrors: 0 };
}

/** What to do after a try that failed. `status` is the HTTP status, null when no answer came. */
export function afterFailure(
  { removals }: OutboxScope,
  command: Command,
  status: number | null,
): 'done' | 'retry' | 'give-up' {
  // After a 401 the session was not to be renewed: the command waits for its shopper.
  if (status === null || [401, 408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return command.serverErrors + 1 >= SERVER_ERRORS_BEFORE_GIVING_UP ? 'give-up' : 'retry';
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
