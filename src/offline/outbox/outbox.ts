import { onlineManager } from '@tanstack/react-query';
import { randomUuid } from '../../lib/random-uuid.ts';
import { sessionUserId } from '../../lib/session.ts';
import type { Storage } from '../storage/storage.ts';
import {
  type Command,
  type CommandEnd,
  type CommandOutcome,
  createCommand,
  type DrainSettings,
  type Intent,
  NotStoredError,
  type OutboxScope,
  type Sender,
} from './command.ts';
import { OutboxDrain } from './outbox-drain.ts';
import { OutboxRows, OutboxView } from './queue.ts';

/**
 * The outbox: an intent is written down first, then sent, and repeated under the same key until the server
 * answered. A feature gives its scope and the sender of it, and reads its view as `reduce(waiting commands, server data)`.
 */

/** What tabs tell each other. */
type OutboxMessage = { kind: 'changed' } | { kind: 'ended'; end: CommandEnd };

/** How long a start waits for the saved answers; later ones are shown when they arrive. */
const READ_WAIT_MS = 600;

export function createOutbox(storage: Storage): Outbox {
  return new Outbox(storage);
}

export class Outbox {
  readonly #rows: OutboxRows;
  /** The commands as this tab shows them. */
  readonly view: OutboxView;
  readonly #drain: OutboxDrain;
  #noteStart: () => void = () => {};
  /** The outbox's start comes after the first paint: a tap before it is written, and sent then. */
  readonly #started = new Promise<void>((resolve) => {
    this.#noteStart = resolve;
  });
  #settings: DrainSettings | null = null;
  #channel: BroadcastChannel | null = null;
  #owner: string | null = null;

  constructor(storage: Storage) {
    this.#rows = new OutboxRows(storage);
    this.view = new OutboxView((commands) => this.#rows.melt(commands));
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

  /** Rows of a scope that nobody registered are left alone. */
  register<I extends Intent>(scope: OutboxScope<I>, sender: Sender<I>): void {
    this.#rows.setScope(scope as OutboxScope);
    this.#drain.register(scope as OutboxScope, sender as Sender);
  }

  senderOf(scope: string): Sender | undefined {
    return this.#drain.senderOf(scope);
  }

  /**
   * Writes the intent down, behind what waits in its scope, and sends it. `waiting` shows it once it is written: a
   * figure that a shopper has seen outlives a phone that is killed in the next moment.
   *
   * @param key the Idempotency-Key; given to repeat a command that ended without an answer of the server.
   * @returns when the server answered, or when it is sure that the command has to wait.
   * @throws {NotStoredError} when nothing on this phone can save the command, and it could not be sent at once.
   */
  async submit<I extends Intent>(
    scope: OutboxScope<I>,
    intent: NoInfer<I>,
    key = randomUuid(),
  ): Promise<CommandOutcome> {
    const userId = this.#settings ? this.#settings.userId() : sessionUserId();
    if (userId === null) throw new Error('nobody is signed in');
    const draft = createCommand(scope, intent, userId, key, this.view.nextInstant());
    this.#rows.setScope(scope as OutboxScope);
    this.view.beginWriting(draft);
    // From here on: a drain that is under way may answer the row before its writing is heard of.
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
    return this.#settings !== null;
  }

  /** Starts the outbox of this tab and sends what an earlier one left. Call once, in the browser only. */
  start(given: DrainSettings): void {
    this.#settings = given;
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

  /** The line is back, or may be: after an answer of the server, a socket's connect, on waking. */
  wake(): void {
    if (!this.#settings) return;
    this.#drain.forgetLostLine();
    void this.#wakeUp();
  }

  /** The server answered something: if anything waits, now is its time. */
  readonly noteServerAnswer = () => {
    if (this.view.hasRows()) this.wake();
  };

  /** The shopper asks for it: no pause counts. */
  sendNow(): Promise<void> {
    return this.#drain.now();
  }

  /** Call after sign-in, sign-out or a user switch. Loads the stored user's commands and reports lost ones. */
  async adoptUser(): Promise<void> {
    const userId = this.#settings?.userId() ?? null;
    if (userId !== null && userId !== this.#owner) this.#drain.forgetPaces();
    await this.#reload();
    await this.#drain.run();
  }

  /** Deletes a shopper's unsent commands. Sign-out has already said how many are lost. */
  async clear(userId: string): Promise<void> {
    await this.#rows.dropAll(userId);
    await this.#reload();
    this.#tellTabs({ kind: 'changed' });
  }

  async #wakeUp(): Promise<void> {
    await this.#reload();
    if (this.view.hasRows()) await this.#drain.run();
  }

  async #send(command: Command): Promise<void> {
    await this.#started;
    await (command.isOnlineOnly ? this.#drain.now() : this.#drain.run());
    // A command behind one that has to wait is not tried at all.
    this.view.settle(command.id, { kind: 'waiting' });
  }

  /** @throws {NotStoredError} for a command that neither reached the server nor can wait. */
  async #orNotStored(command: Command, outcome: CommandOutcome): Promise<CommandOutcome> {
    if (outcome.kind === 'refused' && outcome.error instanceof NotStoredError) throw outcome.error;
    if (outcome.kind !== 'waiting' || !command.isOnlineOnly) return outcome;
    await this.#rows.drop(command);
    await this.#reload();
    throw new NotStoredError('not sent, and not saved');
  }

  #tellTabs(message: OutboxMessage): void {
    this.#channel?.postMessage(message);
  }

  #hear(message: OutboxMessage): void {
    if (message.kind === 'ended') {
      if (!this.#rows.isKnown(message.end.command, this.#settings?.userId() ?? '')) return;
      this.senderOf(message.end.command.scope)?.onEndElsewhere?.(message.end);
      this.view.hide(message.end.command.id);
    } else if (document.visibilityState === 'visible') {
      // A hidden tab reads once it is seen. A frozen one hears too, but never ends what it begins: its reading
      // would keep the database from the tab that sends.
      void this.#reload();
    }
  }

  async #reload(): Promise<void> {
    const userId = this.#settings?.userId() ?? null;
    // At the start there is nothing of anybody else: a tap that came first, and who waits for it, stay.
    if (userId !== this.#owner && this.#owner !== null) this.view.forgetAll();
    this.#owner = userId;
    if (userId === null) return;
    const commands = await this.#rows.list(userId);
    if (this.#owner === userId) this.view.show(commands);
  }
}
