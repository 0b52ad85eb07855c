import type { StoredKeyValuePairs } from '../storage/database.ts';
import type { OfflineStorage } from '../storage/storage.ts';
import {
  isCommandExpired,
  type OutboxCommand,
  type OutboxCommandRules,
  type UnvalidatedOutboxRow,
} from './command.ts';
import { backUpCommand, readCommandBackups, removeCommandBackups } from './command-backups.ts';

/**
 * Stores commands that wait to be sent; their keys in the phone's storage are `ob|user|time-id`. Every change is one
 * transaction, so that tabs do not overwrite each other's changes.
 */
export class OutboxRepository {
  readonly #storage: OfflineStorage;
  /** The registered rules by the feature's name. Commands of other features are not touched. */
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

  /** Merges queued commands by their feature's rule. Sent commands and those still being written are never merged. */
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
   * @param isOnline says what happens to a command that the phone cannot store: true holds it in memory, false drops
   * it.
   * @returns the command as stored.
   */
  async add(command: OutboxCommand, isOnline: boolean): Promise<OutboxCommand> {
    const key = keyOf(command);
    this.#unwritten.add(command.id);
    backUpCommand(key, command);
    const isSaved = (await this.#storage.write(key, command)) === 'disk';
    const held: OutboxCommand = { ...command, isOnlineOnly: true };
    if (!isSaved) await (isOnline ? this.#storage.write(key, held) : this.#storage.remove(key));
    removeCommandBackups(key);
    this.#unwritten.delete(command.id);
    return isSaved ? command : held;
  }

  /** Stores the backed up commands of a page that was left before the database had them. */
  async restoreCopies(userId: string): Promise<void> {
    const prefix = prefixOf(userId);
    const copied = readCommandBackups(prefix).map(([key]) => key);
    if (copied.length === 0) return;
    await this.#storage.change(prefix, (found) => {
      // The backups are read again, because the tab that was writing a command may have stored and sent it by now.
      const missing = readCommandBackups(prefix).filter(([key]) => !found.some(([stored]) => stored === key));
      return { put: missing, result: null };
    });
    removeCommandBackups(...copied);
  }

  /** Deletes damaged and expired commands. @returns the feature of each change that is lost; null: it is damaged. */
  async dropLost(userId: string, nowMs: number): Promise<(string | null)[]> {
    return await this.#storage.change(prefixOf(userId), (found) => {
      const lost = found.filter(([, row]) => this.#isLost(row, userId, nowMs));
      const damaged = lost.filter(([, row]) => !this.isKnown(row, userId));
      const old = this.merge(this.#known(found, userId)).filter((command) =>
        isCommandExpired(command, nowMs),
      );
      return {
        remove: lost.map(([key]) => key),
        result: [...damaged.map(() => null), ...old.map(({ scope }) => scope)],
      };
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
    removeCommandBackups(...readCommandBackups(prefixOf(userId)).map(([key]) => key));
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
