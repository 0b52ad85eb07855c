import { useMemo, useSyncExternalStore } from 'react';
import type { Command, OutboxScope } from './outbox-queue.ts';
import { isOutboxRead, subscribeOutbox, unwrittenCommands, waitingCommands } from './outbox-view.ts';

const NONE: readonly Command[] = [];

interface WaitingCommands {
  /** Of one scope and shopper, oldest first; the same array until something changes. */
  commands: readonly Command[];
  /** Those, and the taps that are being written: how many the server has not confirmed. */
  unconfirmed: number;
  /** What an earlier page left is among them: without it a figure would be false, and a tap on it would undo that. */
  isComplete: boolean;
}

function commandsOf(all: readonly Command[], scope: OutboxScope, userId: string): readonly Command[] {
  return all.filter((command) => command.scope === scope && command.userId === userId);
}

/** What of a shopper's waits to be sent, for a view as `reduce(waiting commands, server data)`. */
export function useWaitingCommands(scope: OutboxScope, userId: string): WaitingCommands {
  const all = useSyncExternalStore(subscribeOutbox, waitingCommands, () => NONE);
  const unwritten = useSyncExternalStore(subscribeOutbox, unwrittenCommands, () => NONE);
  const isComplete = useSyncExternalStore(subscribeOutbox, isOutboxRead, () => false);
  const commands = useMemo(() => commandsOf(all, scope, userId), [all, scope, userId]);
  const unconfirmed = commands.length + commandsOf(unwritten, scope, userId).length;
  return { commands, unconfirmed, isComplete };
}
