import { durableRows } from './durable-rows.ts';
import { type Command, coalesce, type Intent, isExpired, scopeOf } from './outbox-queue.ts';
import { forgetTap, forgetTaps, noteTap, tapsOfOtherPages } from './outbox-taps.ts';

/** Where waiting commands lie: `ob|user|time-id`. Every step is atomic, so tabs never undo each other's. */

const rows = durableRows('outbox');

function keyOf(command: Pick<Command, 'userId' | 'createdAt' | 'id'>): string {
  return `ob|${command.userId}|${String(command.createdAt).padStart(15, '0')}-${command.id}`;
}

function prefixOf(userId: string): string {
  return `ob|${userId}|`;
}

/** A record that something else damaged is not a command. */
function isCommand(row: unknown, userId: string): row is Command {
  const command = row as Partial<Command> | null;
  return (
    typeof command === 'object' &&
    command !== null &&
    typeof command.id === 'string' &&
    command.userId === userId &&
    typeof command.type === 'string' &&
    (command.scope === 'cart' || command.scope === 'notif') &&
    typeof command.createdAt === 'number'
  );
}

function commandsOf(found: [string, unknown][], userId: string): Command[] {
  return found.map(([, row]) => row).filter((row) => isCommand(row, userId));
}

/** @returns the shopper's waiting commands, oldest first. */
export async function listCommands(userId: string): Promise<Command[]> {
  return commandsOf(await rows.list(prefixOf(userId)), userId);
}

/**
 * Takes up what an earlier page of this shopper left: its taps that no row was written for, and its rows
 * without those that are damaged or older than a day.
 *
 * @returns how many changes are lost by that.
 */
export async function takeUpCommands(userId: string, nowMs: number): Promise<number> {
  const taken: string[] = [];
  const isLost = (row: unknown) => !isCommand(row, userId) || isExpired(row, nowMs);
  const lostCount = await rows.change(prefixOf(userId), (found) => {
    const queue = commandsOf(found, userId);
    const put: [string, Command][] = [];
    // Read in here: another tab may just have written the row of its own tap, and sent it.
    for (const [key, tap] of tapsOfOtherPages(prefixOf(userId))) {
      taken.push(key);
      if (isLost(tap) || queue.some(({ id }) => id === (tap as Command).id)) continue;
      const command = behind(queue, tap as Command);
      queue.push(command);
      put.push([keyOf(command), command]);
    }
    const lost = found.filter(([, row]) => isLost(row));
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
    const old = commandsOf(found, userId).filter((command) => isExpired(command, nowMs));
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
 * Writes an intent down behind the commands that wait, and melts them together.
 *
 * @returns the command, null when the intent only took waiting ones away; and the ones it took away.
 * @throws {NotKeptError} when nothing on this phone can keep the command.
 */
export async function addCommand(
  draft: Command,
  intent: Intent,
): Promise<{ command: Command | null; dropped: Command[] }> {
  const written = rows.change(prefixOf(draft.userId), (found) => {
    const queue = commandsOf(found, draft.userId);
    const known = queue.find(({ id }) => id === draft.id);
    // Another tab, just opened, took the tap up first.
    if (known) return { result: { command: known, dropped: [] } };
    const { drop, keep } = coalesce(queue, intent);
    const dropped = queue.filter((command) => drop.includes(command.id));
    const command = behind(queue, draft);
    return {
      put: keep ? [[keyOf(command), command]] : [],
      remove: dropped.map(keyOf),
      result: { command: keep ? command : null, dropped },
    };
  });
  return await written.finally(() => forgetTap(keyOf(draft)));
}

/**
 * Marks the next command of a scope as sent, before it is: from then on it may count at the server, and
 * nothing melts with it. One older than a day is never sent: the server may have forgotten its key.
 *
 * @returns the command as it has to be sent, or null when the scope has none left to send.
 */
export async function takeNext(
  userId: string,
  scope: Command['scope'],
  nowMs: number,
): Promise<Command | null> {
  return await rows.change(prefixOf(userId), (found) => {
    const first = commandsOf(found, userId).find(
      (command) => command.scope === scope && !isExpired(command, nowMs),
    );
    if (!first) return { result: null };
    const sent: Command = { ...first, sentAt: first.sentAt ?? nowMs, tries: first.tries + 1 };
    return { put: [[keyOf(sent), sent]], result: sent };
  });
}

/** Counts an answered server fault. Gone meanwhile: nothing happens. */
export async function countServerError(command: Command): Promise<void> {
  await rows.change(prefixOf(command.userId), (found) => {
    const stored = commandsOf(found, command.userId).find(({ id }) => id === command.id);
    if (!stored) return { result: undefined };
    const counted = { ...stored, serverErrors: stored.serverErrors + 1 };
    return { put: [[keyOf(counted), counted]], result: undefined };
  });
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

/** A command that was not written yet. */
export function draftCommand(intent: Intent, userId: string, id: string, nowMs: number): Command {
  return { ...intent, id, userId, scope: scopeOf(intent), createdAt: nowMs, tries: 0, serverErrors: 0 };
}
