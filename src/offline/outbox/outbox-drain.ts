import { onlineManager } from '@tanstack/react-query';
import { isApiError, isProxyErrorResponse } from '../../lib/api/api-errors.ts';
import { withCrossTabLock } from '../../lib/browser/tab-lock.ts';
import {
  type BroadcastCommandResult,
  CommandNotStoredError,
  type CommandSender,
  type EndedCommand,
  getCommandFailureOutcome,
  getCommandRetryDelayMs,
  isCommandExpired,
  type OutboxCommand,
  type OutboxCommandRules,
  type OutboxDrainOptions,
} from './command.ts';
import type { OutboxRepository } from './outbox-repository.ts';
import type { DisplayedCommands } from './outbox-view.ts';

/** Sends the queued commands: those of one feature in order, those of different features in parallel. */

/** No attempt starts after this time, because the lock ends after 25 s and an attempt may take 20 s. */
const LOCK_BUDGET_MS = 4_000;

/** The outbox provides these functions, which show its changes in this tab and notify the other tabs. */
interface TellTabs {
  changed: () => Promise<void>;
  ended: (end: BroadcastCommandResult) => void;
}

interface Pace {
  failures: number;
  /** Number of 5xx responses of our server in a row. */
  serverErrors: number;
  /** By `performance.now`, because the phone's clock may be set back during a pause. */
  notBeforeMs: number;
  /** True: the server responded with a failure, so a restored connection is no reason to retry earlier. */
  isAnswered: boolean;
}

interface Owner {
  rules: OutboxCommandRules;
  sender: CommandSender;
}

export class OutboxDrain {
  readonly #rows: OutboxRepository;
  readonly #view: DisplayedCommands;
  readonly #tell: TellTabs;
  readonly #owners = new Map<string, Owner>();
  /** The failures of each feature, and the time of its next attempt. */
  readonly #paces = new Map<string, Pace>();
  #settings: OutboxDrainOptions | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rows: OutboxRepository, view: DisplayedCommands, notifyTabs: TellTabs) {
    this.#rows = rows;
    this.#view = view;
    this.#tell = notifyTabs;
  }

  start(settings: OutboxDrainOptions): void {
    this.#settings = settings;
  }

  isStarted(): boolean {
    return this.#settings !== null;
  }

  /** @returns the id of this tab's shopper; null when nobody is signed in, and before the outbox has started. */
  userId(): string | null {
    return this.#settings?.userId() ?? null;
  }

  /** @returns the sender of a feature's commands; undefined while the feature's code is not loaded. */
  senderOf(scope: string): CommandSender | undefined {
    return this.#owners.get(scope)?.sender;
  }

  register(rules: OutboxCommandRules, sender: CommandSender): void {
    this.#owners.set(rules.name, { rules, sender });
    void this.run();
  }

  /** Ends the pauses that follow a lost connection. Pauses that follow a response of the server remain. */
  forgetLostLine(): void {
    for (const pace of this.#paces.values()) if (!pace.isAnswered) pace.notBeforeMs = 0;
  }

  /** Sends all queued commands now, at the shopper's request, without the pauses before a retry. */
  now(): Promise<void> {
    for (const pace of this.#paces.values()) pace.notBeforeMs = 0;
    return this.run();
  }

  /** Ends all pauses before a retry: another shopper signs in, whose commands have not failed yet. */
  forgetPaces(): void {
    this.#paces.clear();
    clearTimeout(this.#timer);
  }

  /** Deletes expired commands and, with a connection, sends the others. Any tab may call it at any time. */
  run(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    if (this.userId() === null) return Promise.resolve();
    this.#running = this.#runUntilDone();
    return this.#running;
  }

  /**
   * Sends the queued commands, and starts again if `run` was called meanwhile. All callers wait for the same promise.
   */
  async #runUntilDone(): Promise<void> {
    try {
      do {
        this.#again = false;
        await withCrossTabLock('outbox', (signal) => this.#drainScopes(signal));
      } while (this.#again && this.userId() !== null);
    } catch {
      // The page was closed or lost the cross-tab lock, so unfinished commands are sent again later.
      this.#runIn(getCommandRetryDelayMs(1, Math.random()));
    } finally {
      // No `await` may stand between the check of `#again` and this line, or a call of `run` could be lost.
      this.#running = null;
    }
  }

  /** Deletes damaged and expired commands and notifies the shopper, also while offline. */
  async #dropLost(): Promise<void> {
    const userId = this.userId();
    if (userId === null) return;
    const nowMs = Date.now();
    const lost = await this.#rows.dropLost(userId, nowMs);
    const isShown = this.#view.waiting().some((command) => isCommandExpired(command, nowMs));
    if (lost.length > 0 || isShown) await this.#tell.changed();
    if (lost.length > 0) this.#settings?.onExpired(lost);
  }

  async #drainScopes(signal: AbortSignal): Promise<void> {
    clearTimeout(this.#timer);
    await this.#dropLost();
    const endMs = performance.now() + LOCK_BUDGET_MS;
    await Promise.all([...this.#owners.values()].map((owner) => this.#drainScope(owner, signal, endMs)));
    const pauses = [...this.#paces.values()].map((pace) => pace.notBeforeMs).filter((atMs) => atMs > 0);
    // While offline no timer is needed, because the outbox runs again when the phone comes back online.
    if (pauses.length > 0 && onlineManager.isOnline())
      this.#runIn(Math.max(0, Math.min(...pauses) - performance.now()));
  }

  #runIn(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.run(), pauseMs);
  }

  async #drainScope(owner: Owner, signal: AbortSignal, endMs: number): Promise<void> {
    const scope = owner.rules.name;
    while (!signal.aborted && onlineManager.isOnline()) {
      const userId = this.userId();
      if (userId === null || (this.#paces.get(scope)?.notBeforeMs ?? 0) > performance.now()) return;
      if (performance.now() > endMs) {
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

  async #sendOne({ rules, sender }: Owner, command: OutboxCommand, signal: AbortSignal): Promise<void> {
    // After this tab has lost the lock, another tab may send the command, so this response is ignored.
    const isOver = () => signal.aborted || this.userId() !== command.userId;
    try {
      const reply = await sender.send(command, signal);
      await this.#settings?.cache.whenRead();
      if (isOver()) return;
      this.#paces.delete(rules.name);
      await this.#finish(command, () => sender.onDone(command, reply), { kind: 'done', reply });
    } catch (error) {
      if (!isOver()) await this.#endFailed({ rules, sender }, command, error);
    }
  }

  async #endFailed({ rules, sender }: Owner, command: OutboxCommand, error: unknown): Promise<void> {
    const { status, retryAfterMs } = isApiError(error) ? error : { status: null, retryAfterMs: null };
    // A response of a proxy, or a 503, does not mean that the server refused the command, so it is tried again.
    const isOutage = isProxyErrorResponse(error) || status === 503;
    const pace = this.#paces.get(rules.name) ?? { failures: 0, serverErrors: 0 };
    const isServerError = status !== null && status >= 500 && !isOutage;
    const serverErrors = pace.serverErrors + Number(isServerError);
    const next = isOutage ? 'retry' : getCommandFailureOutcome(rules, command, status, serverErrors);
    if (next === 'done') {
      return await this.#finish(command, () => sender.onDone(command, null), { kind: 'done', reply: null });
    }
    if (next === 'give-up' || command.isOnlineOnly) {
      if (next === 'give-up') this.#paces.delete(rules.name);
      const why =
        next === 'give-up' ? error : new CommandNotStoredError('not sent, and not saved', { cause: error });
      const report = () => sender.onRefused(command, why, this.#view.isAwaited(command.id));
      return await this.#finish(command, report, { kind: 'refused', error: why });
    }
    const failures = pace.failures + 1;
    const notBeforeMs = performance.now() + getCommandRetryDelayMs(failures, Math.random(), retryAfterMs);
    this.#paces.set(rules.name, { failures, serverErrors, notBeforeMs, isAnswered: status !== null });
    this.#view.settle(command.id, { kind: 'waiting', error });
    await this.#tell.changed();
  }

  /** Applies and persists the response before the command is removed, or the screen would briefly show the old data. */
  async #finish(command: OutboxCommand, apply: () => void, outcome: EndedCommand): Promise<void> {
    const isDone = outcome.kind === 'done';
    const end: BroadcastCommandResult = {
      command,
      isDone,
      reply: isDone ? outcome.reply : null,
      atMs: Date.now(),
    };
    apply();
    this.#view.hide(command.id, outcome);
    await this.#settings?.cache.persist();
    // Other tabs are notified before the deletion: if this tab closes in between, another tab sends the command again.
    this.#tell.ended(end);
    await this.#rows.drop(command);
    await this.#tell.changed();
    this.#view.settle(command.id, outcome);
  }
}
