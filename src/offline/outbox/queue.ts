import { createObservableStore } from '../../lib/react/store.ts';
import type { StoredKeyValuePairs } from '../storage/database.ts';
import type { OfflineStorage } from '../storage/storage.ts';
import {
  type CommandOutcome,
  isCommandExpired,
  type OutboxCommand,
  type OutboxCommandRules,
  type UnvalidatedOutboxRow,
} from './command.ts';

/**
 * Stores commands that wait to be sent; their keys in the phone's storage are `ob|user|time-id`. Every change is one
 * transaction, so that tabs do not overwrite each other's changes.
 */
export class OutboxRepository {
  readonly #storage: OfflineStorage;
  /** The registered rules by name. Commands of other features are not touched. */
  readonly #rules = new Map<string, OutboxCommandRules>();

  /** Commands that are still being written; they are not sent before they are stored. */
  readonly #unwritten = new Set<string>();

  constructor(storage: OfflineStorage) {
    this.#storage = storage;
  }

  setRules(rules: OutboxCommandRules): void {
    this.#rules.set(rules.name, rules);
  }

  /** True for a valid row of this shopper whose type this release knows. */
  isKnown(row: unknown, userId: string): row is OutboxCommand {
    return isCommand(row, userId) && this.#shapeOf(row)?.(row) === true;
  }

  /** @returns the shopper's commands, oldest first, before merging. */
  async list(userId: string): Promise<OutboxCommand[]> {
    return this.#known(await this.#storage.list(prefixOf(userId)), userId);
  }

  /** Merges waiting commands by their feature's rule. Sent commands and those still being written are never merged. */
  merge(commands: readonly OutboxCommand[]): OutboxCommand[] {
    let queue: OutboxCommand[] = [];
    for (const command of commands) {
      const rules = this.#rules.get(command.scope);
      if (command.sentAt !== undefined || command.isOnlineOnly || !rules) queue.push(command);
      else {
        const { drop, keep } = rules.coalesce(
          queue.filter((other) => other.scope === command.scope && !other.isOnlineOnly),
          command,
        );
        queue = queue.filter(({ id }) => !drop.includes(id));
        if (keep) queue.push(command);
      }
    }
    return queue;
  }

  /**
   * Stores a command in the same task as the shopper's tap, because the page may close at once.
   * @param isOnline true: a command that the phone cannot store is held in memory; false: it is dropped.
   * @returns the command as stored.
   */
  async add(command: OutboxCommand, isOnline: boolean): Promise<OutboxCommand> {
    const key = keyOf(command);
    this.#unwritten.add(command.id);
    const isSaved = (await this.#storage.write(key, command)) === 'disk';
    const held: OutboxCommand = { ...command, isOnlineOnly: true };
    if (!isSaved) await (isOnline ? this.#storage.write(key, held) : this.#storage.remove(key));
    this.#unwritten.delete(command.id);
    return isSaved ? command : held;
  }

  /** Deletes damaged and expired commands. @returns how many changes are lost. */
  async dropLost(userId: string, nowMs: number): Promise<number> {
    return await this.#storage.change(prefixOf(userId), (found) => {
      const lost = found.filter(([, row]) => this.#isLost(row, userId, nowMs));
      const damaged = lost.filter(([, row]) => !this.isKnown(row, userId));
      const old = this.merge(this.#known(found, userId)).filter((command) =>
        isCommandExpired(command, nowMs),
      );
      return { remove: lost.map(([key]) => key), result: damaged.length + old.length };
    });
  }

  /**
   * Marks the feature's next command as sent before the attempt, so that later commands do not merge with it.
   * @returns the command to send; null when none is left.
   */
  async takeNext(userId: string, scope: string, nowMs: number): Promise<OutboxCommand | null> {
    return await this.#storage.change<unknown, OutboxCommand | null>(prefixOf(userId), (found) => {
      const own = this.#known(found, userId).filter((command) => command.scope === scope);
      const queue = this.merge(own);
      const molten = own.filter((command) => !queue.includes(command)).map(keyOf);
      const first = queue.find((command) => !isCommandExpired(command, nowMs));
      if (!first) return { remove: molten, result: null };
      const sent: OutboxCommand = { ...first, sentAt: first.sentAt ?? nowMs, tries: first.tries + 1 };
      return { put: [[keyOf(sent), sent]], remove: molten, result: sent };
    });
  }

  async drop(command: OutboxCommand): Promise<void> {
    await this.#storage.remove(keyOf(command));
  }

  /** Deletes all commands of a shopper. */
  async dropAll(userId: string): Promise<void> {
    await this.#storage.removeAll(prefixOf(userId));
  }

  #shapeOf(command: OutboxCommand): ((row: UnvalidatedOutboxRow) => boolean) | undefined {
    return this.#rules.get(command.scope)?.shapes[command.type];
  }

  #known(found: StoredKeyValuePairs, userId: string): OutboxCommand[] {
    const isOver = ({ id }: OutboxCommand) => !this.#unwritten.has(id);
    return found
      .map(([, row]) => row)
      .filter((row) => this.isKnown(row, userId))
      .filter(isOver);
  }

  /**
   * True for a damaged or expired command. A command of an unknown type stays for the release that wrote the command.
   */
  #isLost(row: unknown, userId: string, nowMs: number): boolean {
    if (!isCommand(row, userId) || isCommandExpired(row, nowMs)) return true;
    return this.#shapeOf(row)?.(row) === false;
  }
}

function keyOf(command: Pick<OutboxCommand, 'userId' | 'createdAt' | 'id'>): string {
  return `ob|${command.userId}|${String(command.createdAt).padStart(15, '0')}-${command.id}`;
}

function prefixOf(userId: string): string {
  return `ob|${userId}|`;
}

/** Checks the fields that every stored command has. */
function isCommand(row: unknown, userId: string): row is OutboxCommand & UnvalidatedOutboxRow {
  const command = row as Partial<OutboxCommand> | null;
  return (
    typeof command === 'object' &&
    command !== null &&
    command.userId === userId &&
    [command.id, command.type, command.scope].every((part) => typeof part === 'string') &&
    [command.createdAt, command.tries].every((part) => typeof part === 'number')
  );
}

interface Shown {
  /** The stored commands without those that were answered and are being deleted. */
  stored: readonly OutboxCommand[];
  waiting: readonly OutboxCommand[];
  unwritten: readonly OutboxCommand[];
  isRead: boolean;
}

/** Stores the waiting commands as this tab shows them, and the callers that wait for their results. */
export class OutboxViewState {
  readonly #shown = createObservableStore<Shown>({ stored: [], waiting: [], unwritten: [], isRead: false });
  readonly #answered = new Set<string>();
  readonly #waiters = new Map<string, (outcome: CommandOutcome) => void>();
  readonly #merge: (commands: readonly OutboxCommand[]) => readonly OutboxCommand[];

  /**
   * @param merge combines stored commands where one command can replace several, such as two changes of one quantity.
   */
  constructor(merge: (commands: readonly OutboxCommand[]) => readonly OutboxCommand[]) {
    this.#merge = merge;
  }

  readonly subscribe = this.#shown.subscribe;
  /** The unsent commands, oldest first. The array is the same until something changes. */
  readonly waiting = () => this.#shown.get().waiting;
  /** Commands being written, oldest first; the same array until it changes. */
  readonly unwritten = () => this.#shown.get().unwritten;
  /** False until the commands of earlier pages were read. Figures that screens calculate before may be wrong. */
  readonly isRead = () => this.#shown.get().isRead;
  readonly hasRows = () => this.#shown.get().stored.length > 0;

  /**
   * Returns a time that always grows, so that two taps in one millisecond, or after a clock change, keep their order.
   */
  nextInstant(): number {
    const { stored, unwritten } = this.#shown.get();
    const instants = [...stored, ...unwritten].map(({ createdAt }) => createdAt + 1);
    return Math.max(Date.now(), ...instants);
  }

  /** Marks the stored commands as loaded. Call it when the storage was read, or takes too long to read. */
  noteRead(): void {
    if (!this.isRead()) this.#change({ isRead: true });
  }

  /** Displays the stored commands. */
  show(commands: readonly OutboxCommand[]): void {
    const stored = commands.filter(({ id }) => !this.#answered.has(id));
    if (stored.length > 0 || this.hasRows()) this.#change({ stored });
    this.noteRead();
  }

  /** Displays a command while it is being written. A failed command that is repeated appears again. */
  beginWriting(command: OutboxCommand): void {
    this.#answered.delete(command.id);
    this.#change({ unwritten: [...this.unwritten(), command] });
  }

  /**
   * Shows a written command as stored, and ends the calls whose commands were merged into it.
   * @param isKept false: the command could not be stored, so the view removes it.
   */
  endWriting(command: OutboxCommand, isKept: boolean): void {
    const { stored: before, waiting } = this.#shown.get();
    const isNew = isKept && !this.#answered.has(command.id) && !before.some(({ id }) => id === command.id);
    const stored = isNew ? [...before, command] : before;
    this.#change({ stored, unwritten: this.unwritten().filter(({ id }) => id !== command.id) });
    const isMolten = ({ id }: OutboxCommand) => !this.waiting().some((other) => other.id === id);
    for (const other of waiting) if (isMolten(other)) this.settle(other.id, { kind: 'waiting' });
    if (isNew && isMolten(command)) this.settle(command.id, { kind: 'done', reply: null });
  }

  /** Removes an answered command from the view at once, before its row is deleted. */
  hide(id: string): void {
    this.#answered.add(id);
    this.show(this.#shown.get().stored);
  }

  outcomeOf(id: string): Promise<CommandOutcome> {
    return new Promise((resolve) => this.#waiters.set(id, resolve));
  }

  /** True when a caller in this tab waits for the response and shows it. */
  isAwaited(id: string): boolean {
    return this.#waiters.has(id);
  }

  settle(id: string, outcome: CommandOutcome): void {
    this.#waiters.get(id)?.(outcome);
    this.#waiters.delete(id);
  }

  /** Ends all waiting calls, because the shopper has changed or signed out. */
  forgetAll(): void {
    for (const id of [...this.#waiters.keys()]) this.settle(id, { kind: 'waiting' });
    this.#change({ stored: [], unwritten: [] });
  }

  #change(part: Partial<Omit<Shown, 'waiting'>>): void {
    const waiting = part.stored ? this.#merge(part.stored) : this.waiting();
    this.#shown.set({ ...this.#shown.get(), ...part, waiting });
  }
}
