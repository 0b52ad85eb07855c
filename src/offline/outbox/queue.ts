import { createStore } from '../../lib/store.ts';
import type { StoredEntries } from '../storage/database.ts';
import type { Storage } from '../storage/storage.ts';
import { type Command, type CommandOutcome, isExpired, type OutboxRow, type OutboxScope } from './command.ts';

/** Where waiting commands lie: `ob|user|time-id`. Every step is atomic, so tabs never undo each other's. */
export class OutboxRows {
  readonly #storage: Storage;
  /** Rows of other scopes are read as unknown. */
  readonly #scopes = new Map<string, OutboxScope>();

  /** Ids of this tab's taps: nobody knows yet whether this phone can save them, and they are not sent before. */
  readonly #unwritten = new Set<string>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  setScope(scope: OutboxScope): void {
    this.#scopes.set(scope.name, scope);
  }

  /** A whole command of this shopper, of a type that this release knows. */
  isKnown(row: unknown, userId: string): row is Command {
    return isCommand(row, userId) && this.#shapeOf(row)?.(row) === true;
  }

  /** @returns the shopper's commands, oldest first, each as it was tapped. */
  async list(userId: string): Promise<Command[]> {
    return this.#known(await this.#storage.list(prefixOf(userId)), userId);
  }

  /**
   * What of the commands is to be sent: waiting ones melt into each other, by their scope's rule. What this phone could
   * not save melts with nothing: what waits on the disk stays there.
   */
  melt(commands: readonly Command[]): Command[] {
    let queue: Command[] = [];
    for (const command of commands) {
      const scope = this.#scopes.get(command.scope);
      if (command.sentAt !== undefined || command.isOnlineOnly || !scope) queue.push(command);
      else {
        const { drop, keep } = scope.coalesce(
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
   * Writes a command down in the task of its tap, in one step: also a page that is left in the next moment has it.
   *
   * @param isOnline whether what this phone cannot save is held in memory, to be sent at once; else it is nowhere.
   * @returns the command as it is kept.
   */
  async add(command: Command, isOnline: boolean): Promise<Command> {
    const key = keyOf(command);
    this.#unwritten.add(command.id);
    const isSaved = (await this.#storage.write(key, command)) === 'disk';
    const held: Command = { ...command, isOnlineOnly: true };
    if (!isSaved) await (isOnline ? this.#storage.write(key, held) : this.#storage.remove(key));
    this.#unwritten.delete(command.id);
    return isSaved ? command : held;
  }

  /** Drops what is damaged or older than a day. @returns how many changes are lost by that. */
  async dropLost(userId: string, nowMs: number): Promise<number> {
    return await this.#storage.change(prefixOf(userId), (found) => {
      const lost = found.filter(([, row]) => this.#isLost(row, userId, nowMs));
      const damaged = lost.filter(([, row]) => !this.isKnown(row, userId));
      const old = this.melt(this.#known(found, userId)).filter((command) => isExpired(command, nowMs));
      return { remove: lost.map(([key]) => key), result: damaged.length + old.length };
    });
  }

  /**
   * Marks the next command of a scope as sent, before it is: from then on it may count at the server, and nothing
   * melts with it. One older than a day is never sent: the server may have forgotten its key.
   *
   * @returns the command as it has to be sent, or null when the scope has none left to send.
   */
  async takeNext(userId: string, scope: string, nowMs: number): Promise<Command | null> {
    return await this.#storage.change<unknown, Command | null>(prefixOf(userId), (found) => {
      const own = this.#known(found, userId).filter((command) => command.scope === scope);
      const queue = this.melt(own);
      const molten = own.filter((command) => !queue.includes(command)).map(keyOf);
      const first = queue.find((command) => !isExpired(command, nowMs));
      if (!first) return { remove: molten, result: null };
      const sent: Command = { ...first, sentAt: first.sentAt ?? nowMs, tries: first.tries + 1 };
      return { put: [[keyOf(sent), sent]], remove: molten, result: sent };
    });
  }

  async drop(command: Command): Promise<void> {
    await this.#storage.remove(keyOf(command));
  }

  /** Drops everything that a shopper has not sent. */
  async dropAll(userId: string): Promise<void> {
    await this.#storage.removeAll(prefixOf(userId));
  }

  #shapeOf(command: Command): ((row: OutboxRow) => boolean) | undefined {
    return this.#scopes.get(command.scope)?.shapes[command.type];
  }

  #known(found: StoredEntries, userId: string): Command[] {
    const isOver = ({ id }: Command) => !this.#unwritten.has(id);
    return found
      .map(([, row]) => row)
      .filter((row) => this.isKnown(row, userId))
      .filter(isOver);
  }

  /**
   * A row that something damaged, or that is too old. One of an unknown type is left to the release that wrote it,
   * which may run in another tab; nothing waits behind it.
   */
  #isLost(row: unknown, userId: string, nowMs: number): boolean {
    if (!isCommand(row, userId) || isExpired(row, nowMs)) return true;
    return this.#shapeOf(row)?.(row) === false;
  }
}

function keyOf(command: Pick<Command, 'userId' | 'createdAt' | 'id'>): string {
  return `ob|${command.userId}|${String(command.createdAt).padStart(15, '0')}-${command.id}`;
}

function prefixOf(userId: string): string {
  return `ob|${userId}|`;
}

/** What every row has, whatever its type. */
function isCommand(row: unknown, userId: string): row is Command & OutboxRow {
  const command = row as Partial<Command> | null;
  return (
    typeof command === 'object' &&
    command !== null &&
    command.userId === userId &&
    [command.id, command.type, command.scope].every((part) => typeof part === 'string') &&
    [command.createdAt, command.tries].every((part) => typeof part === 'number')
  );
}

interface Shown {
  /** What lies in the storage, but for what is answered: such rows go a moment later, and are read again until then. */
  stored: readonly Command[];
  waiting: readonly Command[];
  unwritten: readonly Command[];
  isRead: boolean;
}

/** The waiting commands as this tab shows them, and who waits for their answers. */
export class OutboxView {
  readonly #shown = createStore<Shown>({ stored: [], waiting: [], unwritten: [], isRead: false });
  readonly #answered = new Set<string>();
  readonly #waiters = new Map<string, (outcome: CommandOutcome) => void>();
  readonly #melt: (commands: readonly Command[]) => readonly Command[];

  /** @param melt what of the stored commands is to be sent. */
  constructor(melt: (commands: readonly Command[]) => readonly Command[]) {
    this.#melt = melt;
  }

  readonly subscribe = this.#shown.subscribe;
  /** The waiting commands, oldest first. The same array until something changes. */
  readonly waiting = () => this.#shown.get().waiting;
  /** The taps whose rows are being written, oldest first. The same array until something changes. */
  readonly unwritten = () => this.#shown.get().unwritten;
  /** Whether what an earlier page left is among the waiting commands: a figure shown before may be false. */
  readonly isRead = () => this.#shown.get().isRead;
  readonly hasRows = () => this.#shown.get().stored.length > 0;

  /** Two taps in one millisecond keep their order, and those of a phone whose clock jumped back. */
  nextInstant(): number {
    const { stored, unwritten } = this.#shown.get();
    const instants = [...stored, ...unwritten].map(({ createdAt }) => createdAt + 1);
    return Math.max(Date.now(), ...instants);
  }

  /** The storage was read, or keeps this page waiting too long. */
  noteRead(): void {
    if (!this.isRead()) this.#change({ isRead: true });
  }

  /** Shows what the storage holds. */
  show(commands: readonly Command[]): void {
    const stored = commands.filter(({ id }) => !this.#answered.has(id));
    if (stored.length > 0 || this.hasRows()) this.#change({ stored });
    this.noteRead();
  }

  /** A tap was made; its row is being written. One that was refused before, for want of an answer, is shown again. */
  beginWriting(command: Command): void {
    this.#answered.delete(command.id);
    this.#change({ unwritten: [...this.unwritten(), command] });
  }

  /**
   * The writing ended. Who waits for what melted away by it hears so: it is not sent.
   *
   * @param isKept false: it is not promised, and not shown.
   */
  endWriting(command: Command, isKept: boolean): void {
    const { stored: before, waiting } = this.#shown.get();
    const isNew = isKept && !this.#answered.has(command.id) && !before.some(({ id }) => id === command.id);
    const stored = isNew ? [...before, command] : before;
    this.#change({ stored, unwritten: this.unwritten().filter(({ id }) => id !== command.id) });
    const isMolten = ({ id }: Command) => !this.waiting().some((other) => other.id === id);
    for (const other of waiting) if (isMolten(other)) this.settle(other.id, { kind: 'waiting' });
    if (isNew && isMolten(command)) this.settle(command.id, { kind: 'done', reply: null });
  }

  /** Takes an answered command out of the view at once and for good, before its row is gone. */
  hide(id: string): void {
    this.#answered.add(id);
    this.show(this.#shown.get().stored);
  }

  outcomeOf(id: string): Promise<CommandOutcome> {
    return new Promise((resolve) => this.#waiters.set(id, resolve));
  }

  /** True when a caller in this tab awaits the answer and shows it itself. */
  isAwaited(id: string): boolean {
    return this.#waiters.has(id);
  }

  settle(id: string, outcome: CommandOutcome): void {
    this.#waiters.get(id)?.(outcome);
    this.#waiters.delete(id);
  }

  /** The shopper is another one or gone: nobody here waits any more. */
  forgetAll(): void {
    for (const id of [...this.#waiters.keys()]) this.settle(id, { kind: 'waiting' });
    this.#change({ stored: [], unwritten: [] });
  }

  #change(part: Partial<Omit<Shown, 'waiting'>>): void {
    const waiting = part.stored ? this.#melt(part.stored) : this.waiting();
    this.#shown.set({ ...this.#shown.get(), ...part, waiting });
  }
}
