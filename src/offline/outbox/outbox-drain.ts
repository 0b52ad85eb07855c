import { onlineManager } from '@tanstack/react-query';
import { isApiError, isProxyError } from '../../lib/api-errors.ts';
import { withTabLock } from '../../lib/tab-lock.ts';
import {
  backoffMs,
  type Command,
  type CommandEnd,
  type CommandOutcome,
  type DrainSettings,
  isExpired,
  NotStoredError,
  type OutboxScope,
  outcomeOfFailure,
  type Sender,
} from './command.ts';
import type { OutboxRows, OutboxView } from './queue.ts';

/** Sends what waits: first in, first out inside a scope; the scopes do not wait for each other. */

/** A lock is let go after this, so that it ends within 25 s even if the last try hangs for 20. */
const LOCK_BUDGET_MS = 4_000;

/** Reloads the view and notifies the other tabs. */
interface TellTabs {
  changed: () => Promise<void>;
  ended: (end: CommandEnd) => void;
}

interface Pace {
  failures: number;
  /** Answers of the server itself that were a 5xx. */
  serverErrors: number;
  notBeforeMs: number;
  /** The server itself asked for the pause; a line that is back does not shorten it. */
  isAnswered: boolean;
}

interface Owner {
  scope: OutboxScope;
  sender: Sender;
}

export class OutboxDrain {
  readonly #rows: OutboxRows;
  readonly #view: OutboxView;
  readonly #tell: TellTabs;
  readonly #owners = new Map<string, Owner>();
  /** By name of scope. */
  readonly #paces = new Map<string, Pace>();
  #settings: DrainSettings | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rows: OutboxRows, view: OutboxView, tell: TellTabs) {
    this.#rows = rows;
    this.#view = view;
    this.#tell = tell;
  }

  start(settings: DrainSettings): void {
    this.#settings = settings;
  }

  /** @returns the sender of a scope; the feature that owns it may not be loaded yet. */
  senderOf(scope: string): Sender | undefined {
    return this.#owners.get(scope)?.sender;
  }

  register(scope: OutboxScope, sender: Sender): void {
    this.#owners.set(scope.name, { scope, sender });
    void this.run();
  }

  /** Ends the pauses that a lost line caused; those that the server asked for stay. */
  forgetLostLine(): void {
    for (const pace of this.#paces.values()) if (!pace.isAnswered) pace.notBeforeMs = 0;
  }

  /** The shopper asks for it: no pause counts, also none that the server asked for. */
  now(): Promise<void> {
    for (const pace of this.#paces.values()) pace.notBeforeMs = 0;
    return this.run();
  }

  /** Another shopper starts without pauses. */
  forgetPaces(): void {
    this.#paces.clear();
    clearTimeout(this.#timer);
  }

  /** Drops what is lost and, with a connection, sends what waits. Safe to call at any time and from any tab. */
  run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    if (this.#userId() === null) return Promise.resolve();
    this.#running = this.#runUntilDone();
    return this.#running;
  }

  #userId(): string | null {
    return this.#settings?.userId() ?? null;
  }

  /** What was asked for meanwhile is part of the same drain, so that its end is the end for every caller. */
  async #runUntilDone(): Promise<void> {
    try {
      do {
        this.#again = false;
        await withTabLock('outbox', (signal) => this.#drainScopes(signal));
      } while (this.#again && this.#userId() !== null);
    } catch {
      // The page went away, the lock was taken or held too long: what was under way is sent again, not at once.
      this.#runIn(backoffMs(1, Math.random()));
    } finally {
      // In the same turn as the last look: what is asked for from now on is another drain.
      this.#running = null;
    }
  }

  /** Commands that are damaged or too old are dropped with a message, also while offline. */
  async #dropLost(): Promise<void> {
    const userId = this.#userId();
    if (userId === null) return;
    const nowMs = Date.now();
    const lost = await this.#rows.dropLost(userId, nowMs);
    const isShown = this.#view.waiting().some((command) => isExpired(command, nowMs));
    if (lost > 0 || isShown) await this.#tell.changed();
    if (lost > 0) this.#settings?.onExpired(lost);
  }

  async #drainScopes(signal: AbortSignal): Promise<void> {
    clearTimeout(this.#timer);
    await this.#dropLost();
    const endMs = Date.now() + LOCK_BUDGET_MS;
    await Promise.all([...this.#owners.values()].map((owner) => this.#drainScope(owner, signal, endMs)));
    const pauses = [...this.#paces.values()].map((pace) => pace.notBeforeMs).filter((atMs) => atMs > 0);
    // Coming back online wakes the outbox.
    if (pauses.length > 0 && onlineManager.isOnline())
      this.#runIn(Math.max(0, Math.min(...pauses) - Date.now()));
  }

  #runIn(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.run(), pauseMs);
  }

  async #drainScope(owner: Owner, signal: AbortSignal, endMs: number): Promise<void> {
    const scope = owner.scope.name;
    while (!signal.aborted && onlineManager.isOnline()) {
      const userId = this.#userId();
      if (userId === null || (this.#paces.get(scope)?.notBeforeMs ?? 0) > Date.now()) return;
      if (Date.now() > endMs) {
        this.#again = true;
        return;
      }
      const command = await this.#rows.takeNext(userId, scope, Date.now());
      if (!command) {
        this.#paces.delete(scope);
        return;
      }
      await this.#tell.changed();
      await this.#sendOne(owner, command, signal);
    }
  }

  async #sendOne({ scope, sender }: Owner, command: Command, signal: AbortSignal): Promise<void> {
    // An answer after the end of the lock is left to the next try: that one may be under way already.
    const isOver = () => signal.aborted || this.#userId() !== command.userId;
    try {
      const reply = await sender.send(command, signal);
      await this.#settings?.saved.whenRead();
      if (isOver()) return;
      this.#paces.delete(scope.name);
      await this.#finish(command, () => sender.onDone(command, reply), { kind: 'done', reply });
    } catch (error) {
      if (!isOver()) await this.#endFailed({ scope, sender }, command, error);
    }
  }

  async #endFailed({ scope, sender }: Owner, command: Command, error: unknown): Promise<void> {
    const { status, retryAfterMs } = isApiError(error) ? error : { status: null, retryAfterMs: null };
    // A proxy's answer, or the server's own that it cannot serve for a moment: neither refuses the command.
    const isOutage = isProxyError(error) || status === 503;
    const pace = this.#paces.get(scope.name) ?? { failures: 0, serverErrors: 0 };
    const isServerError = status !== null && status >= 500 && !isOutage;
    const serverErrors = pace.serverErrors + Number(isServerError);
    const next = isOutage ? 'retry' : outcomeOfFailure(scope, command, status, serverErrors);
    if (next === 'done') {
      return await this.#finish(command, () => sender.onDone(command, null), { kind: 'done', reply: null });
    }
    if (next === 'give-up' || command.isOnlineOnly) {
      if (next === 'give-up') this.#paces.delete(scope.name);
      const why =
        next === 'give-up' ? error : new NotStoredError('not sent, and not saved', { cause: error });
      const tell = () => sender.onRefused(command, why, this.#view.isAwaited(command.id));
      return await this.#finish(command, tell, { kind: 'refused', error: why });
    }
    const failures = pace.failures + 1;
    const notBeforeMs = Date.now() + backoffMs(failures, Math.random(), retryAfterMs);
    this.#paces.set(scope.name, { failures, serverErrors, notBeforeMs, isAnswered: status !== null });
    this.#view.settle(command.id, { kind: 'waiting', error });
    await this.#tell.changed();
  }

  /**
   * The answer reaches the caches before the command leaves the view, and the disk before the command leaves the
   * disk, so that no figure jumps back in between, also on a phone that is killed.
   */
  async #finish(
    command: Command,
    apply: () => void,
    outcome: Exclude<CommandOutcome, { kind: 'waiting' }>,
  ): Promise<void> {
    const isDone = outcome.kind === 'done';
    const end: CommandEnd = { command, isDone, reply: isDone ? outcome.reply : null, atMs: Date.now() };
    apply();
    this.#view.hide(command.id);
    await this.#settings?.saved.keep();
    // Before the row goes: a tab that ends in between leaves it, and the next one repeats it under its key.
    this.#tell.ended(end);
    await this.#rows.drop(command);
    await this.#tell.changed();
    this.#view.settle(command.id, outcome);
  }
}
