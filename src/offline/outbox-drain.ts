import { onlineManager } from '@tanstack/react-query';
import { NotKeptError } from './durable-rows.ts';
import { withLock } from './locks.ts';
import {
  afterFailure,
  backoffMs,
  type Command,
  type Intent,
  isExpired,
  type OutboxScope,
} from './outbox-queue.ts';
import { countServerError, dropCommand, dropExpired, takeNext } from './outbox-store.ts';
import { hideCommand, isAwaited, type Outcome, settle, waitingCommands } from './outbox-view.ts';

/** Sends what waits: first in, first out inside a scope; the scopes do not wait for each other. */

/** A lock is let go after this, so that it ends within 25 s even if the last try hangs for 20. */
const LOCK_BUDGET_MS = 4_000;

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
  /** Asked before a repeated try where the API honours no keys: whether the server shows it as done already. */
  wasApplied?(command: Command<I>, signal: AbortSignal): Promise<boolean>;
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

/** What a failed try tells. `status` null: no answer. */
export interface Failure {
  status: number | null;
  retryAfterMs: number | null;
  /** Not our server's own answer: however often it comes, the server has not refused the command. */
  isFromProxy: boolean;
}

export interface DrainSettings {
  /** The shopper of this tab, null while nobody is signed in or the storage holds another one. */
  userId: () => string | null;
  failureOf: (error: unknown) => Failure;
  saved: SavedCache;
  /** After a row changed or went: the view reads anew and the other tabs hear of it. */
  onChange: () => Promise<void>;
  /** The other tabs hear how a command ended. */
  onEnd: (end: CommandEnd) => void;
  /** Commands older than a day or damaged were dropped unsent. */
  onExpired: (count: number) => void;
}

interface Pace {
  failures: number;
  notBeforeMs: number;
  /** The server itself asked for the pause; a line that is back does not shorten it. */
  isAnswered: boolean;
}

interface Owner {
  scope: OutboxScope;
  sender: Sender;
}

const owners = new Map<string, Owner>();
/** By name of scope. */
const paces = new Map<string, Pace>();
let settings: DrainSettings | null = null;
let running: Promise<void> | null = null;
let again = false;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setDrainSettings(given: DrainSettings): void {
  settings = given;
}

/** @returns the sender of a scope; the feature that owns it may not be loaded yet. */
export function senderOf(scope: string): Sender | undefined {
  return owners.get(scope)?.sender;
}

export function registerSender<I extends Intent>(scope: OutboxScope<I>, sender: Sender<I>): void {
  owners.set(scope.name, { scope, sender });
  void drain();
}

/** Ends the pauses that a lost line caused; those that the server asked for stay. */
export function forgetLostLine(): void {
  for (const pace of paces.values()) if (!pace.isAnswered) pace.notBeforeMs = 0;
}

/** The shopper asks for it: no pause counts, also none that the server asked for. */
export function sendNow(): Promise<void> {
  for (const pace of paces.values()) pace.notBeforeMs = 0;
  return drain();
}

/** Another shopper starts without pauses. */
export function forgetPaces(): void {
  paces.clear();
  clearTimeout(timer);
}

/** Sends what waits. Safe to call at any time and from any tab. */
export function drain(): Promise<void> {
  if (running) {
    again = true;
    return running;
  }
  if (!settings || settings.userId() === null || !onlineManager.isOnline()) return Promise.resolve();
  running = drainUntilDone().finally(() => {
    running = null;
  });
  return running;
}

/** What was asked for meanwhile is part of the same drain, so that its end is the end for every caller. */
async function drainUntilDone(): Promise<void> {
  do {
    again = false;
    try {
      await withLock('outbox', drainScopes);
    } catch {
      // The page went away, the lock was taken or held too long: what was under way is sent again, not at once.
      return drainIn(backoffMs(1, Math.random()));
    }
  } while (again && settings?.userId() != null && onlineManager.isOnline());
}

/** A tab that slept for days wakes with what it had: what is too old goes with a word, also while offline. */
export async function expire(): Promise<void> {
  if (hasExpired()) await withLock('outbox', dropOld).catch(() => undefined);
}

function hasExpired(): boolean {
  return waitingCommands().some((command) => isExpired(command, Date.now()));
}

async function dropOld(): Promise<void> {
  const userId = settings?.userId() ?? null;
  if (!settings || userId === null || !hasExpired()) return;
  const lost = await dropExpired(userId, Date.now());
  await settings.onChange();
  if (lost > 0) settings.onExpired(lost);
}

async function drainScopes(signal: AbortSignal): Promise<void> {
  clearTimeout(timer);
  await dropOld();
  const endMs = Date.now() + LOCK_BUDGET_MS;
  await Promise.all([...owners.values()].map((owner) => drainScope(owner, signal, endMs)));
  const pauses = [...paces.values()].map((pace) => pace.notBeforeMs).filter((atMs) => atMs > 0);
  if (pauses.length > 0) {
    drainIn(Math.max(0, Math.min(...pauses) - Date.now()));
  }
}

function drainIn(pauseMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void drain(), pauseMs);
}

async function drainScope(owner: Owner, signal: AbortSignal, endMs: number): Promise<void> {
  const scope = owner.scope.name;
  while (settings && !signal.aborted && onlineManager.isOnline()) {
    const userId = settings.userId();
    if (userId === null || (paces.get(scope)?.notBeforeMs ?? 0) > Date.now()) return;
    if (Date.now() > endMs) {
      again = true;
      return;
    }
    const command = await takeNext(userId, scope, Date.now());
    if (!command) {
      paces.delete(scope);
      return;
    }
    await settings.onChange();
    await sendOne(owner, command, signal);
  }
}

async function sendOne({ scope, sender }: Owner, command: Command, signal: AbortSignal): Promise<void> {
  try {
    const isApplied = command.tries > 1 && (await sender.wasApplied?.(command, signal));
    const reply = isApplied ? null : await sender.send(command, signal);
    await settings?.saved.whenRead();
    // An answer after the end of the lock is left to the next try: that one may be under way already.
    if (signal.aborted || settings?.userId() !== command.userId) return;
    paces.delete(scope.name);
    await finish(command, () => sender.onDone(command, reply), { kind: 'done', reply });
  } catch (error) {
    if (signal.aborted || !settings || settings.userId() !== command.userId) return;
    const { status, retryAfterMs, isFromProxy } = settings.failureOf(error);
    // A proxy's fault, or the server's own word that it cannot serve for a moment: neither says anything of the change.
    const isOutage = isFromProxy || status === 503;
    const next = isOutage ? 'retry' : afterFailure(scope, command, status);
    if (next === 'done') {
      await finish(command, () => sender.onDone(command, null), { kind: 'done', reply: null });
    } else if (next === 'give-up' || command.isOnlineOnly) {
      const why = next === 'give-up' ? error : new NotKeptError('not sent, and not saved', { cause: error });
      const tell = () => sender.onRefused(command, why, isAwaited(command.id));
      await finish(command, tell, { kind: 'refused', error: why });
    } else {
      if (status !== null && status >= 500 && !isOutage) await countServerError(command);
      const failures = (paces.get(scope.name)?.failures ?? 0) + 1;
      const pauseMs = backoffMs(failures, Math.random(), retryAfterMs);
      paces.set(scope.name, { failures, notBeforeMs: Date.now() + pauseMs, isAnswered: status !== null });
      settle(command.id, { kind: 'waiting', error });
      await settings.onChange();
    }
  }
}

/**
 * The answer reaches the caches before the command leaves the view, and the disk before the command leaves the
 * disk, so that no figure jumps back in between, also on a phone that is killed.
 */
async function finish(
  command: Command,
  apply: () => void,
  outcome: Exclude<Outcome, { kind: 'waiting' }>,
): Promise<void> {
  const isDone = outcome.kind === 'done';
  const end: CommandEnd = { command, isDone, reply: isDone ? outcome.reply : null, atMs: Date.now() };
  apply();
  hideCommand(command.id);
  await settings?.saved.keep();
  // Before the row goes: a tab that ends in between leaves it, and the next one repeats it under its key.
  settings?.onEnd(end);
  await dropCommand(command);
  await settings?.onChange();
  settle(command.id, outcome);
}
