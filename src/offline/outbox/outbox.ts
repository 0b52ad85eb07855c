import { onlineManager } from '@tanstack/react-query';
import { createRandomUuid } from '../../lib/browser/random-uuid.ts';
import { getSessionUserId } from '../../lib/session/session.ts';
import type { OfflineStorage } from '../storage/storage.ts';
import {
  type BroadcastCommandResult,
  type CommandFields,
  CommandNotStoredError,
  type CommandOutcome,
  type CommandSender,
  createOutboxCommand,
  type OutboxCommand,
  type OutboxCommandRules,
  type OutboxDrainOptions,
} from './command.ts';
import { OutboxDrain } from './outbox-drain.ts';
import { OutboxRepository } from './outbox-repository.ts';
import { DisplayedCommands } from './outbox-view.ts';

/** The outbox stores each command before it is sent, and repeats it under one key until the server has responded. */

/** Messages that tabs send to each other. */
type OutboxMessage = { kind: 'changed' } | { kind: 'ended'; end: BroadcastCommandResult };

/** Maximum wait for the stored commands; any that load later show when they arrive. */
const READ_WAIT_MS = 600;

export class Outbox {
  readonly #rows: OutboxRepository;
  /** The commands as this tab displays them. */
  readonly view: DisplayedCommands;
  readonly #drain: OutboxDrain;
  #noteStart: () => void = () => {};
  /** The outbox starts after the first paint; commands submitted earlier are stored and sent then. */
  readonly #started = new Promise<void>((resolve) => {
    this.#noteStart = resolve;
  });
  #channel: BroadcastChannel | null = null;
  #owner: string | null = null;

  constructor(storage: OfflineStorage) {
    this.#rows = new OutboxRepository(storage);
    this.view = new DisplayedCommands((commands) => this.#rows.merge(commands));
    this.#drain = new OutboxDrain(this.#rows, this.view, {
      changed: async () => {
        await this.#reload();
        this.#tellTabs({ kind: 'changed' });
      },
      ended: (end) => this.#tellTabs({ kind: 'ended', end }),
    });
    storage.mode.subscribe(() => {
      if (storage.mode.get() === 'disk') this.wake();
    });
  }

  /** Registers a feature's commands. Stored commands of other features stay untouched. */
  register<I extends CommandFields>(rules: OutboxCommandRules<I>, sender: CommandSender<I>): void {
    this.#rows.setRules(rules as OutboxCommandRules);
    this.#drain.register(rules as OutboxCommandRules, sender as CommandSender);
  }

  senderOf(scope: string): CommandSender | undefined {
    return this.#drain.senderOf(scope);
  }

  /**
   * Stores a command at the end of its feature's queue and sends it.
   * @param key the Idempotency-Key; given to repeat a command that the server has not answered.
   * @returns once the server has responded, or the command must wait.
   * @throws {CommandNotStoredError} when the command could neither be stored nor sent at once.
   */
  async submit<I extends CommandFields>(
    rules: OutboxCommandRules<I>,
    fields: NoInfer<I>,
    key = createRandomUuid(),
  ): Promise<CommandOutcome> {
    const userId = this.isStarted() ? this.#drain.userId() : getSessionUserId();
    if (userId === null) throw new Error('nobody is signed in');
    const draft = createOutboxCommand(rules, fields, userId, key, this.view.nextInstant());
    this.#rows.setRules(rules as OutboxCommandRules);
    this.view.beginWriting(draft);
    // The outcome is awaited before `add` is called, because a run in progress may send the command before `add`
    // returns.
    const outcome = this.view.outcomeOf(draft.id);
    const isOnline = onlineManager.isOnline();
    const command = await this.#rows.add(draft, isOnline);
    this.view.endWriting(command, isOnline || !command.isOnlineOnly);
    this.#tellTabs({ kind: 'changed' });
    if (isOnline) void this.#send(command);
    else this.view.settle(command.id, { kind: 'waiting' });
    return await this.#orNotStored(command, await outcome);
  }

  isStarted(): boolean {
    return this.#drain.isStarted();
  }

  /** Starts this tab's outbox and sends commands of earlier pages. Call it once, in the browser only. */
  start(given: OutboxDrainOptions): void {
    this.#drain.start(given);
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel('app-outbox');
      this.#channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => this.#hear(data);
    }
    onlineManager.subscribe((isOnline) => {
      if (isOnline) this.wake();
    });
    const wake = () => this.wake();
    for (const event of ['online', 'pageshow'] as const) addEventListener(event, wake);
    document.addEventListener('resume', wake);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') wake();
    });
    void this.adoptUser();
    setTimeout(() => this.view.noteRead(), READ_WAIT_MS);
    this.#noteStart();
  }

  /** Reloads and sends commands when a connection is likely: after a response, a socket connect, or waking. */
  wake(): void {
    if (!this.isStarted()) return;
    this.#drain.forgetLostLine();
    void this.#wakeUp();
  }

  /** Sends stored commands, because a response proves a connection. */
  readonly noteServerAnswer = () => {
    if (this.view.hasRows()) this.wake();
  };

  /** Sends all queued commands now, at the shopper's request, without the pauses before a retry. */
  sendNow(): Promise<void> {
    return this.#drain.now();
  }

  /** Loads the stored user's commands and reports expired ones. Call it after sign-in, sign-out or a user switch. */
  async adoptUser(): Promise<void> {
    const userId = this.#drain.userId();
    if (userId !== null && userId !== this.#owner) this.#drain.forgetPaces();
    if (userId !== null) await this.#rows.restoreCopies(userId);
    await this.#reload();
    await this.#drain.run();
  }

  /** Deletes a shopper's unsent commands. The sign-out dialog has already shown their number. */
  async clear(userId: string): Promise<void> {
    await this.#rows.dropAll(userId);
    await this.#reload();
    this.#tellTabs({ kind: 'changed' });
  }

  async #wakeUp(): Promise<void> {
    await this.#reload();
    if (this.view.hasRows()) await this.#drain.run();
  }

  async #send(command: OutboxCommand): Promise<void> {
    await this.#started;
    await (command.isOnlineOnly ? this.#drain.now() : this.#drain.run());
    // A command behind an earlier one that waits was not sent, so its caller gets the outcome `waiting` too.
    this.view.settle(command.id, { kind: 'waiting' });
  }

  /** @throws {CommandNotStoredError} for a command that was neither sent nor stored. */
  async #orNotStored(command: OutboxCommand, outcome: CommandOutcome): Promise<CommandOutcome> {
    if (outcome.kind === 'refused' && outcome.error instanceof CommandNotStoredError) throw outcome.error;
    if (outcome.kind !== 'waiting' || !command.isOnlineOnly) return outcome;
    await this.#rows.drop(command);
    await this.#reload();
    throw new CommandNotStoredError('not sent, and not saved');
  }

  #tellTabs(message: OutboxMessage): void {
    this.#channel?.postMessage(message);
  }

  #hear(message: OutboxMessage): void {
    if (message.kind === 'ended') {
      if (!this.#rows.isKnown(message.end.command, this.#drain.userId() ?? '')) return;
      const { command, isDone, reply } = message.end;
      this.senderOf(command.scope)?.onEndElsewhere?.(message.end);
      this.view.hide(command.id, isDone ? { kind: 'done', reply } : { kind: 'refused', error: null });
    } else if (document.visibilityState === 'visible') {
      // Only a visible tab reads now, because the unfinished read of a frozen tab would block the database.
      void this.#reload();
    }
  }

  async #reload(): Promise<void> {
    const userId = this.#drain.userId();
    // Clears the previous shopper's commands. At the first load there is no previous shopper, so nothing is cleared.
    if (userId !== this.#owner && this.#owner !== null) this.view.forgetAll();
    this.#owner = userId;
    if (userId === null) return;
    const commands = await this.#rows.list(userId);
    if (this.#owner === userId) this.view.show(commands);
  }
}
