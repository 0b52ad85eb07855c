import type { Command } from './outbox-queue.ts';

/** The waiting commands as this tab shows them, and who waits for their answers. */

export type Outcome =
  | { kind: 'done'; reply: unknown }
  /** Kept, and sent later. `error` is the last try's, absent when nothing was tried. */
  | { kind: 'waiting'; error?: unknown }
  | { kind: 'refused'; error: unknown };

let stored: readonly Command[] = [];
/** Not among the waiting ones yet: a phone that is killed in this moment has nothing of them. */
let unwritten: readonly Command[] = [];
/** Answered: their rows go a moment later, and are read again until then. */
const answered = new Set<string>();
let isRead = false;
const listeners = new Set<() => void>();
const waiters = new Map<string, (outcome: Outcome) => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The waiting commands, oldest first. The same array until something changes. */
export function waitingCommands(): readonly Command[] {
  return stored;
}

/**
 * The taps whose rows are being written, oldest first: nothing shows them yet, but the next tap counts from them.
 * The same array until something changes.
 */
export function unwrittenCommands(): readonly Command[] {
  return unwritten;
}

/** Whether what an earlier page left is among the waiting commands: a figure shown before may be false. */
export function isOutboxRead(): boolean {
  return isRead;
}

/** The storage was read, or keeps this page waiting too long. */
export function noteOutboxRead(): void {
  if (isRead) return;
  isRead = true;
  tell();
}

/** Shows what the storage holds. */
export function showStored(commands: readonly Command[]): void {
  replaceStored(commands);
  noteOutboxRead();
}

function replaceStored(found: readonly Command[]): void {
  const commands = found.filter(({ id }) => !answered.has(id));
  if (commands.length === 0 && stored.length === 0) return;
  const written = new Set(commands.map(({ id }) => id));
  unwritten = unwritten.filter(({ id }) => !written.has(id));
  stored = commands;
  tell();
}

/** A tap was made; its row is being written. */
export function noteUnwritten(command: Command): void {
  unwritten = [...unwritten, command];
  tell();
}

/** The writing ended, one way or the other. @param commands what the storage holds now. */
export function endUnwritten(command: Command, commands: readonly Command[]): void {
  unwritten = unwritten.filter(({ id }) => id !== command.id);
  stored = commands.filter(({ id }) => !answered.has(id));
  tell();
}

/** Takes an answered command out of the view at once and for good, before its row is gone. */
export function hideCommand(id: string): void {
  answered.add(id);
  replaceStored(stored);
}

export function awaitOutcome(id: string): Promise<Outcome> {
  return new Promise((resolve) => waiters.set(id, resolve));
}

/** Whether somebody in this tab waits for the answer, and tells it where the shopper acted. */
export function isAwaited(id: string): boolean {
  return waiters.has(id);
}

export function settle(id: string, outcome: Outcome): void {
  waiters.get(id)?.(outcome);
  waiters.delete(id);
}

/** The shopper is another one or gone: nobody here waits any more. */
export function forgetAll(): void {
  for (const id of [...waiters.keys()]) settle(id, { kind: 'waiting' });
  stored = [];
  unwritten = [];
  tell();
}
