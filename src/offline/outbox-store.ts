import { durableRows, NotKeptError } from './durable-rows.ts';
import {
  type Command,
  commandsOf,
  type Intent,
  isExpired,
  type OutboxScope,
  type Row,
} from './outbox-queue.ts';
import { forgetTap, forgetTaps, noteTap, tapsOfOtherPages } from './outbox-taps.ts';

/** Where waiting commands lie: `ob|user|time-id`. Every step is atomic, so tabs never undo each other's. */

const rows = durableRows('outbox');

function keyOf(command: Pick<Command, 'userId' | 'createdAt' | 'id'>): string {
  return `ob|${command.userId}|${String(command.createdAt).padStart(15, '0')}-${command.id}`;
}

function prefixOf(userId: string): string {
  return `ob|${userId}|`;
}

let scopes: ReadonlyMap<string, OutboxScope> = new Map();

/** Tells what commands there are. Rows of others are read as unknown. */
export function setScopes(given: readonly OutboxScope[]): void {
  scopes = new Map(given.map((scope) => [scope.name, scope]));
}

/** What every row has, whatever its type. */
function isCommand(row: unknown, userId: string): row is Command & Row {
  const command = row as Partial<Command> | null;
  return (
    typeof command === 'object' &&
    command !== null &&
    typeof command.id === 'string' &&
    command.userId === userId &&
    typeof command.type === 'string' &&
    typeof command.scope === 'string' &&
    typeof command.createdAt === 'number' &&
    typeof command.tries === 'number' &&
    typeof command.serverErrors === 'number'
  );
}

function shapeOf(command: Command): ((row: Row) => boolean) | undefined {
  return scopes.get(command.scope)?.shapes[command.type];
}

/** A whole command of this shopper, of a type that this release knows. */
export function isKnown(row: unknown, userId: string): row is Command {
  return isCommand(row, userId) && shapeOf(row)?.(row) === true;
}

/**
 * A row that something damaged, or that is too old. One of an unknown type is left to the release that wrote it,
 * which may run in another tab; nothing waits behind it.
 */
function isLost(row: unknown, userId: string, nowMs: number): boolean {
  if (!isCommand(row, userId) || isExpired(row, nowMs)) return true;
  return shapeOf(row)?.(row) === false;
}

function known(found: [string, unknown][], userId: string): Command[] {
  return found.map(([, row]) => row).filter((row) => isKnown(row, userId));
}

/** @returns the shopper's waiting commands, oldest first. */
export async function listCommands(userId: string): Promise<Command[]> {
  return known(await rows.list(prefixOf(userId)), userId);
}

/**
 * Takes up what an earlier page of this shopper left: its taps that no row was written for, and its rows
 * without those that are damaged or older than a day.
 *
 * @returns how many changes are lost by that.
 */
export async function takeUpCommands(userId: string, nowMs: number): Promise<number> {
  const taken: string[] = [];
  const lostCount = await rows.change(prefixOf(userId), (found) => {
    const queue = known(found, userId);
    const put: [string, Command][] = [];
    // Read in here: another tab may just have written the row of its own tap, and sent it.
    for (const [key, tap] of tapsOfOtherPages(prefixOf(userId))) {
      taken.push(key);
      if (isLost(tap, userId, nowMs) || queue.some(({ id }) => id === (tap as Command).id)) continue;
      const command = behind(queue, tap as Command);
      queue.push(command);
      put.push([keyOf(command), command]);
    }
    const lost = found.filter(([, row]) => isLost(row, userId, nowMs));
    return { put, remove: lost.map(([key]) => key), result: lost.length };
  });
  for (const key of taken) forgetTap(key);
  return lostCount;
}

/**
 * Drops the commands of a shopper that are older than a day. Only under the lock of the outbox: what another tab
 * has under way is not lost.
 *
 * @returns how many those were.
 */
export async function dropExpired(userId: string, nowMs: number): Promise<number> {
  return await rows.change(prefixOf(userId), (found) => {
    const old = known(found, userId).filter((command) => isExpired(command, nowMs));
    return { remove: old.map(keyOf), result: old.length };
  });
}

/** Keeps a tap, in its own task, until its row is written. */
export function noteDraft(draft: Command): void {
  noteTap(keyOf(draft), draft);
}

/** A phone's clock may jump back; the order of the shopper's taps does not. */
function behind(queue: readonly Command[], command: Command): Command {
  return { ...command, createdAt: Math.max(command.createdAt, (queue.at(-1)?.createdAt ?? 0) + 1) };
}

/**
 * Writes a command down behind the commands that wait, and melts them together. One that this phone cannot save is
 * held in memory while there is a connection, and melts with nothing: what waits on the disk stays there.
 *
 * @returns the command, null when it only took waiting ones away; and the ones it took away.
 * @throws {NotKeptError} when nothing on this phone can keep the command.
 */
export async function addCommand<I extends Intent>(
  scope: OutboxScope<I>,
  draft: Command<I>,
  isOnline = false,
): Promise<{ command: Command | null; dropped: Command[] }> {
  const written = rows.change(prefixOf(draft.userId), (found) => {
    const queue = known(found, draft.userId);
    const taken = queue.find(({ id }) => id === draft.id);
    // Another tab, just opened, took the tap up first.
    if (taken) return { result: { command: taken, dropped: [] } };
    const { drop, keep } = scope.coalesce(commandsOf(scope, queue, draft.userId), draft);
    const dropped = queue.filter((command) => drop.includes(command.id));
    const command = behind(queue, draft);
    return {
      put: keep ? [[keyOf(command), command]] : [],
      remove: dropped.map(keyOf),
      result: { command: keep ? command : null, dropped },
    };
  });
  const held = written.catch((error: unknown) => {
    if (!(error instanceof NotKeptError) || !isOnline) throw error;
    const hold = (found: [string, unknown][]) => {
      const command = { ...behind(known(found, draft.userId), draft), isOnlineOnly: true };
      return { put: [[keyOf(command), command] as const], result: { command, dropped: [] } };
    };
    return rows.change(prefixOf(draft.userId), hold, 'memory');
  });
  return await held.finally(() => forgetTap(keyOf(draft)));
}

/**
 * Marks the next command of a scope as sent, before it is: from then on it may count at the server, and
 * nothing melts with it. One older than a day is never sent: the server may have forgotten its key.
 *
 * @returns the command as it has to be sent, or null when the scope has none left to send.
 */
export async function takeNext(userId: string, scope: string, nowMs: number): Promise<Command | null> {
  const take = (found: [string, unknown][]) => {
    const first = known(found, userId).find(
      (command) => command.scope === scope && !isExpired(command, nowMs),
    );
    if (!first) return { result: null };
    const sent: Command = { ...first, sentAt: first.sentAt ?? nowMs, tries: first.tries + 1 };
    return { put: [[keyOf(sent), sent] as const], result: sent };
  };
  // A disk that became full meanwhile must not hold back what it has.
  return await rows.change<Command | null>(prefixOf(userId), take, 'memory');
}

/** Counts an answered server fault. Gone meanwhile: nothing happens. */
export async function countServerError(command: Command): Promise<void> {
  const count = (found: [string, unknown][]) => {
    const stored = known(found, command.userId).find(({ id }) => id === command.id);
    if (!stored) return { result: undefined };
    const counted = { ...stored, serverErrors: stored.serverErrors + 1 };
    return { put: [[keyOf(counted), counted] as const], result: undefined };
  };
  await rows.change(prefixOf(command.userId), count, 'memory');
}

export async function dropCommand(command: Command): Promise<void> {
  await rows.change(prefixOf(command.userId), () => ({ remove: [keyOf(command)], result: undefined }));
}

/** Drops everything that a shopper has not sent. @returns how many commands that were. */
export async function dropCommands(userId: string): Promise<number> {
  forgetTaps(prefixOf(userId));
  return await rows.change(prefixOf(userId), (found) => ({
    remove: found.map(([key]) => key),
    result: found.length,
  }));
}
