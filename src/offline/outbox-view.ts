import type { Command } from './outbox-queue.ts';

/** The waiting commands as this tab shows them, and who waits for their answers. */

export type Outcome =
  | { kind: 'done'; reply: unknown }
  /** Kept, and sent later. `error` is the last try's, absent when nothing was tried. */
  | { kind: 'waiting'; error?: unknown }
  | { kind: 'refused'; error: unknown };

let stored: readonly Command[] = [];
let unwritten: readonly Command[] = [];
let shown: readonly Command[] = [];
let isRead = false;
const listeners = new Set<() => void>();
const waiters = new Map<string, (outcome: Outcome) => void>();

function publish(): void {
  const written = new Set(stored.map(({ id }) => id));
  const next = [...stored, ...unwritten.filter(({ id }) => !written.has(id))];
  if (next.length === 0 && shown.length === 0) return;
  shown = next;
  tell();
}

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
  return shown;
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
  stored = commands;
  publish();
  noteOutboxRead();
}

/** Shows a command at once, while it is being written. */
export function showUnwritten(command: Command): void {
  unwritten = [...unwritten, command];
  publish();
}

/** The writing ended, one way or the other. */
export function endUnwritten(command: Command, replacement: readonly Command[]): void {
  unwritten = unwritten.filter(({ id }) => id !== command.id);
  stored = replacement;
  publish();
}

/** Takes an answered command out of the view at once, before its row is gone. */
export function hideCommand(id: string): void {
  stored = stored.filter((command) => command.id !== id);
  publish();
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
  publish();
}
