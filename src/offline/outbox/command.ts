import type { PersistedCache } from '../cache/persisted-cache.ts';

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

/** The server's final answer to a command. */
export type EndedCommand = Exclude<CommandOutcome, { kind: 'waiting' }>;

/** The fields of a command that its feature sets: the type and what the shopper changes. */
export interface CommandFields {
  type: string;
}

/** A stored command before its fields are checked. */
export type UnvalidatedOutboxRow = Readonly<Record<string, unknown>>;

export type OutboxCommand<I extends CommandFields = CommandFields> = I & {
  /** Id of the command; sent as the Idempotency-Key on every try. */
  id: string;
  userId: string;
  /** Name of the feature; the commands of one feature are sent in order. */
  scope: string;
  /** Milliseconds of the phone's clock; defines the order and the expiry. */
  createdAt: number;
  /** Time of the first attempt. From then on the server may have applied the command. */
  sentAt?: number;
  tries: number;
  /** True: the phone cannot store this command, so it is sent at once or fails. */
  isOnlineOnly?: boolean;
};

/** Defines how the outbox checks and merges one feature's commands. Each feature declares its rules. */
export interface OutboxCommandRules<I extends CommandFields = CommandFields> {
  /** Name of the feature. Every stored command has it as `scope`, so it must never change. */
  name: string;
  /**
   * Checks the stored fields of each command type. New fields must be optional, because stored commands may lack them.
   */
  shapes: Readonly<Record<I['type'], (row: UnvalidatedOutboxRow) => boolean>>;
  /**
   * Merges a new command into the queued ones. Never drop a sent command, because the server may have applied it.
   * @returns ids to drop, and whether the new command must still be sent.
   */
  coalesce(queue: readonly OutboxCommand<I>[], fields: I): { drop: string[]; keep: boolean };
  /** Command types that delete something. For them a 404 is a success, because what they delete is already gone. */
  removals: readonly I['type'][];
}

/** Sends a feature's commands and applies the responses. The feature provides it. */
export interface CommandSender<I extends CommandFields = CommandFields> {
  /** Makes one attempt and throws what the API client throws. The signal aborts it when the page closes. */
  send(command: OutboxCommand<I>, signal: AbortSignal): Promise<unknown>;
  onDone(command: OutboxCommand<I>, reply: unknown): void;
  /**
   * Handles a final refusal, which may carry the server's message.
   * @param isAwaited a caller in this tab shows the message itself.
   */
  onRefused(command: OutboxCommand<I>, error: unknown, isAwaited: boolean): void;
  /** Applies the final result of a command that another tab sent. */
  onEndElsewhere?(end: BroadcastCommandResult<I>): void;
}

/** The final result of a command, as its tab reports it to the other tabs. */
export interface BroadcastCommandResult<I extends CommandFields = CommandFields> {
  command: OutboxCommand<I>;
  /** True: the server accepted the command; false: the server refused it for good. */
  isDone: boolean;
  /** The server's response; null: there was none. */
  reply: unknown;
  /** Time of the response by the phone's clock, milliseconds. A frozen tab is notified of it late. */
  atMs: number;
}

export interface OutboxDrainOptions {
  /**
   * @returns the id of this tab's shopper; null when nobody is signed in, or when the phone now stores another
   * shopper's session.
   */
  userId: () => string | null;
  /** The phone's copy of the query cache, in which a response is stored before the answered command is deleted. */
  cache: Pick<PersistedCache, 'whenRead' | 'persist'>;
  /**
   * Called after expired or damaged commands were deleted unsent.
   * @param scopes the feature of each; null: the command is damaged.
   */
  onExpired: (scopes: readonly (string | null)[]) => void;
}

const COMMAND_MAX_AGE_MS = 24 * 60 * 60_000;
/**
 * A command that seems older was dated by a wrong clock, because a phone with an empty battery starts in a past year.
 */
const CLOCK_JUMP_MS = 365 * COMMAND_MAX_AGE_MS;
const SERVER_ERRORS_BEFORE_GIVING_UP = 8;

/** True for a command older than a day, because the server may have forgotten its key and would apply it twice. */
export function isCommandExpired(
  { createdAt, sentAt }: Pick<OutboxCommand, 'createdAt' | 'sentAt'>,
  nowMs: number,
): boolean {
  const ageMs = nowMs - createdAt;
  const isDated = ageMs >= 0 && ageMs < CLOCK_JUMP_MS;
  return Math.abs(nowMs - (isDated ? createdAt : (sentAt ?? nowMs))) > COMMAND_MAX_AGE_MS;
}

/** Selects the commands of one feature and shopper; the outbox has already checked them. */
export function selectCommandsOfShopper<I extends CommandFields>(
  rules: OutboxCommandRules<I>,
  commands: readonly OutboxCommand[],
  userId: string,
): readonly OutboxCommand<I>[] {
  return commands.filter(
    (command) => command.scope === rules.name && command.userId === userId,
  ) as OutboxCommand<I>[];
}

export function createOutboxCommand<I extends CommandFields>(
  rules: OutboxCommandRules<I>,
  fields: NoInfer<I>,
  userId: string,
  id: string,
  nowMs: number,
): OutboxCommand<I> {
  return { ...fields, id, userId, scope: rules.name, createdAt: nowMs, tries: 0 };
}

/**
 * @param status the HTTP status; null: no response.
 * @param serverErrors consecutive 5xx responses, including this one.
 */
export function getCommandFailureOutcome(
  { removals }: OutboxCommandRules,
  command: OutboxCommand,
  status: number | null,
  serverErrors: number,
): 'done' | 'retry' | 'give-up' {
  // After a 401 the API client has already tried to refresh the session, so the command waits for the next sign-in.
  if (status === null || [401, 408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return serverErrors >= SERVER_ERRORS_BEFORE_GIVING_UP ? 'give-up' : 'retry';
  return status === 404 && removals.includes(command.type) ? 'done' : 'give-up';
}

/**
 * Calculates the pause before the next attempt: 1 s, doubling to 30 s, plus up to 25 % jitter; `Retry-After` takes
 * precedence.
 */
export function getCommandRetryDelayMs(
  failuresInARow: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  if (retryAfterMs !== null) return retryAfterMs;
  const base = Math.min(30_000, 1_000 * 2 ** Math.max(0, failuresInARow - 1));
  return Math.round(base * (1 + random * 0.25));
}
