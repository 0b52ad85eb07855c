/** Defines the commands that wait to be sent, when they expire and when they are tried again. */

/** The command was neither stored nor sent, so the screen must not show it as accepted. */
export class CommandNotStoredError extends Error {
  override name = 'CommandNotStoredError';
}

export type CommandOutcome =
  | { kind: 'done'; reply: unknown }
  /** The command is stored and will be sent later. `error` is the failure of the last attempt, if there was one. */
  | { kind: 'waiting'; error?: unknown }
  | { kind: 'refused'; error: unknown };

/** What a shopper wants to change. Each feature adds its own fields. */
export interface CommandIntent {
  type: string;
}

/** A stored command before its fields are checked. */
export type UnvalidatedOutboxRow = Readonly<Record<string, unknown>>;

export type OutboxCommand<I extends CommandIntent = CommandIntent> = I & {
  /** Id of the command; sent as the Idempotency-Key on every try. */
  id: string;
  userId: string;
  /** Name of the scope; the commands of one scope are sent in order. */
  scope: string;
  /** Milliseconds of the phone's clock; defines the order and the expiry. */
  createdAt: number;
  /** Time of the first attempt. From then on the server may have applied the command. */
  sentAt?: number;
  tries: number;
  /** True: the phone cannot store this command, so it is sent at once or fails. */
  isOnlineOnly?: boolean;
};

/** How the outbox handles one feature's commands; the feature declares it. */
export interface OutboxCommandScope<I extends CommandIntent = CommandIntent> {
  /** Name of the scope, which is stored in every row and must never change. */
  name: string;
  /**
   * Checks the stored fields of each command type. Commands of the previous release may wait, so new fields must be
   * optional; any other change needs a new type.
   */
  shapes: Readonly<Record<I['type'], (row: UnvalidatedOutboxRow) => boolean>>;
  /**
   * Merges a new command into the waiting ones. Only unsent commands may be dropped, because the server may have
   * applied a sent one.
   *
   * @returns ids to drop, and whether the new command must still be sent.
   */
  coalesce(queue: readonly OutboxCommand<I>[], intent: I): { drop: string[]; keep: boolean };
  /** Command types that delete something. For them a 404 is a success, because it is deleted already. */
  removals: readonly I['type'][];
}

/** Sends a scope's commands and applies the responses. The feature that owns the scope provides it. */
export interface CommandSender<I extends CommandIntent = CommandIntent> {
  /** Makes one attempt and throws what the API client throws. The signal aborts it when the page closes. */
  send(command: OutboxCommand<I>, signal: AbortSignal): Promise<unknown>;
  onDone(command: OutboxCommand<I>, reply: unknown): void;
  /**
   * Handles a final refusal, which may carry the server's message.
   *
   * @param isAwaited a caller in this tab shows the message itself.
   */
  onRefused(command: OutboxCommand<I>, error: unknown, isAwaited: boolean): void;
  /** Applies a response that another tab received, because that tab may have stored its data before this one does. */
  onEndElsewhere?(end: CommandCompletion<I>): void;
}

/** Reports the final result of a command. */
export interface CommandCompletion<I extends CommandIntent = CommandIntent> {
  command: OutboxCommand<I>;
  /** True: the server accepted the command; false: the server refused it for good. */
  isDone: boolean;
  /** The server's response; null: there was none. */
  reply: unknown;
  /** Response time by the phone's clock, milliseconds; a frozen tab learns it late. */
  atMs: number;
}

/** Stores the cache. A command is deleted only after its response is stored, so that its effect is never lost. */
export interface CachePersistence {
  /** Resolves once the persisted cache was read: a response can only change data that is loaded. */
  whenRead: () => Promise<void>;
  /** Resolves once the cache is persisted or the write has failed. */
  keep: () => Promise<void>;
}

export interface OutboxDrainOptions {
  /**
   * @returns the id of this tab's shopper; null when nobody is signed in, or when the phone now stores another
   * shopper's session.
   */
  userId: () => string | null;
  saved: CachePersistence;
  /** Called after expired or damaged commands were deleted unsent. */
  onExpired: (count: number) => void;
}

const COMMAND_MAX_AGE_MS = 24 * 60 * 60_000;
/**
 * A command that seems older than this was dated by a wrong clock: a phone with an empty battery starts in 1970 or its
 * year of manufacture.
 */
const CLOCK_JUMP_MS = 365 * COMMAND_MAX_AGE_MS;
const SERVER_ERRORS_BEFORE_GIVING_UP = 8;

/**
 * True for a command older than a day, because the server may have forgotten its key and would apply it twice. With an
 * impossible date the age counts from the first attempt.
 */
export function isCommandExpired(
  { createdAt, sentAt }: Pick<OutboxCommand, 'createdAt' | 'sentAt'>,
  nowMs: number,
): boolean {
  const ageMs = nowMs - createdAt;
  const isDated = ageMs >= 0 && ageMs < CLOCK_JUMP_MS;
  return Math.abs(nowMs - (isDated ? createdAt : (sentAt ?? nowMs))) > COMMAND_MAX_AGE_MS;
}

/** Selects the commands of one feature and shopper; the outbox has already checked them. */
export function filterCommands<I extends CommandIntent>(
  scope: OutboxCommandScope<I>,
  commands: readonly OutboxCommand[],
  userId: string,
): readonly OutboxCommand<I>[] {
  return commands.filter(
    (command) => command.scope === scope.name && command.userId === userId,
  ) as OutboxCommand<I>[];
}

export function createOutboxCommand<I extends CommandIntent>(
  scope: OutboxCommandScope<I>,
  intent: NoInfer<I>,
  userId: string,
  id: string,
  nowMs: number,
): OutboxCommand<I> {
  return { ...intent, id, userId, scope: scope.name, createdAt: nowMs, tries: 0 };
}

/**
 * Decides what happens after a failed attempt.
 *
 * @param status the HTTP status; null: no response.
 * @param serverErrors consecutive 5xx responses, including this one.
 */
export function getFailureOutcome(
  { removals }: OutboxCommandScope,
  command: OutboxCommand,
  status: number | null,
  serverErrors: number,
): 'done' | 'retry' | 'give-up' {
  // A 401 means here that the session could not be refreshed, so the command waits for the next sign-in.
  if (status === null || [401, 408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return serverErrors >= SERVER_ERRORS_BEFORE_GIVING_UP ? 'give-up' : 'retry';
  return status === 404 && removals.includes(command.type) ? 'done' : 'give-up';
}

/**
 * Calculates the pause before the next attempt: 1 s, doubling to 30 s, plus up to 25 % jitter; `Retry-After` takes
 * precedence.
 */
export function getRetryBackoffMs(
  failuresInARow: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const base = Math.min(30_000, 1_000 * 2 ** Math.max(0, failuresInARow - 1));
  return Math.round(base * (1 + random * 0.25));
}
