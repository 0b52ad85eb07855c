import { createStore } from '../lib/store.ts';
import type { Command } from './outbox-queue.ts';

/** The waiting commands as this tab shows them, and who waits for their answers. */

export type Outcome =
  | { kind: 'done'; reply: unknown }
  /** Kept, and sent later. `error` is the last try's, absent when nothing was tried. */
  | { kind: 'waiting'; error?: unknown }
  | { kind: 'refused'; error: unknown };

interface View {
  stored: readonly Command[];
  /** Not among the waiting ones yet: a phone that is killed in this moment has nothing of them. */
  unwritten: readonly Command[];
  isRead: boolean;
}

const view = createStore<View>({ stored: [], unwritten: [], isRead: false });
export const subscribeOutbox = view.subscribe;
/** Answered: their rows go a moment later, and are read again until then. */
const answered = new Set<string>();
const waiters = new Map<string, (outcome: Outcome) => void>();

function change(part: Partial<View>): void {
  view.set({ ...view.get(), ...part });
}

/** The waiting commands, oldest first. The same array until something changes. */
export function waitingCommands(): readonly Command[] {
  return view.get().stored;
}

/**
 * The taps whose rows are being written, oldest first: nothing shows them yet, but the next tap counts from them.
 * The same array until something changes.
 */
export function unwrittenCommands(): readonly Command[] {
  return view.get().unwritten;
}

/** Whether what an earlier page left is among the waiting commands: a figure shown before may be false. */
export function isOutboxRead(): boolean {
  return view.get().isRead;
}

/** The storage was read, or keeps this page waiting too long. */
export function noteOutboxRead(): void {
  if (!view.get().isRead) change({ isRead: true });
}

/** Shows what the storage holds. */
export function showStored(commands: readonly Command[]): void {
  replaceStored(commands);
  noteOutboxRead();
}

function replaceStored(found: readonly Command[]): void {
  const commands = found.filter(({ id }) => !answered.has(id));
  const { stored, unwritten } = view.get();
  if (commands.length === 0 && stored.length === 0) return;
  const written = new Set(commands.map(({ id }) => id));
  change({ stored: commands, unwritten: unwritten.filter(({ id }) => !written.has(id)) });
}

/** A tap was made; its row is being written. One that was refused before, for want of an answer, is shown again. */
export function noteUnwritten(command: Command): void {
  answered.delete(command.id);
  change({ unwritten: [...view.get().unwritten, command] });
}

/** The writing ended, one way or the other. @param commands what the storage holds now. */
export function endUnwritten(command: Command, commands: readonly Command[]): void {
  change({
    stored: commands.filter(({ id }) => !answered.has(id)),
    unwritten: view.get().unwritten.filter(({ id }) => id !== command.id),
  });
}

/** Takes an answered command out of the view at once and for good, before its row is gone. */
export function hideCommand(id: string): void {
  answered.add(id);
  replaceStored(view.get().stored);
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
  change({ stored: [], unwritten: [] });
}
