import type { Rows } from '../storage/disk.ts';
import type { Storage } from '../storage/storage.ts';
import { type Command, isExpired, type OutboxScope, type Row } from './command.ts';

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

  /** Tells what commands there are. */
  setScopes(scopes: readonly OutboxScope[]): void {
    for (const scope of scopes) this.#scopes.set(scope.name, scope);
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
    const { result } = await this.#storage.change(prefixOf(userId), (found) => {
      const lost = found.filter(([, row]) => this.#isLost(row, userId, nowMs));
      const damaged = lost.filter(([, row]) => !this.isKnown(row, userId));
      const old = this.melt(this.#known(found, userId)).filter((command) => isExpired(command, nowMs));
      return { remove: lost.map(([key]) => key), result: damaged.length + old.length };
    });
    return result;
  }

  /**
   * Marks the next command of a scope as sent, before it is: from then on it may count at the server, and nothing
   * melts with it. One older than a day is never sent: the server may have forgotten its key.
   *
   * @returns the command as it has to be sent, or null when the scope has none left to send.
   */
  async takeNext(userId: string, scope: string, nowMs: number): Promise<Command | null> {
    const { result } = await this.#storage.change<unknown, Command | null>(prefixOf(userId), (found) => {
      const own = this.#known(found, userId).filter((command) => command.scope === scope);
      const queue = this.melt(own);
      const molten = own.filter((command) => !queue.includes(command)).map(keyOf);
      const first = queue.find((command) => !isExpired(command, nowMs));
      if (!first) return { remove: molten, result: null };
      const sent: Command = { ...first, sentAt: first.sentAt ?? nowMs, tries: first.tries + 1 };
      return { put: [[keyOf(sent), sent]], remove: molten, result: sent };
    });
    return result;
  }

  /** Counts an answered server fault. Gone meanwhile: nothing happens. */
  async countServerError(command: Command): Promise<void> {
    await this.#storage.change(keyOf(command), ([stored]) => {
      if (!stored || !this.isKnown(stored[1], command.userId)) return { result: undefined };
      const counted = { ...stored[1], serverErrors: stored[1].serverErrors + 1 };
      return { put: [[stored[0], counted]], result: undefined };
    });
  }

  async drop(command: Command): Promise<void> {
    await this.#storage.remove(keyOf(command));
  }

  /** Drops everything that a shopper has not sent. */
  async dropAll(userId: string): Promise<void> {
    await this.#storage.removeAll(prefixOf(userId));
  }

  #shapeOf(command: Command): ((row: Row) => boolean) | undefined {
    return this.#scopes.get(command.scope)?.shapes[command.type];
  }

  #known(found: Rows, userId: string): Command[] {
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
function isCommand(row: unknown, userId: string): row is Command & Row {
  const command = row as Partial<Command> | null;
  return (
    typeof command === 'object' &&
    command !== null &&
    command.userId === userId &&
    [command.id, command.type, command.scope].every((part) => typeof part === 'string') &&
    [command.createdAt, command.tries, command.serverErrors].every((part) => typeof part === 'number')
  );
}
