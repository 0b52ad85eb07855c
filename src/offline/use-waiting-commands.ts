import { useMemo, useSyncExternalStore } from 'react';
import type { Command, OutboxScope } from './outbox-queue.ts';
import { isOutboxRead, subscribeOutbox, waitingCommands } from './outbox-view.ts';

const NONE: readonly Command[] = [];

interface WaitingCommands {
  /** Of one scope and shopper, oldest first; the same array until something changes. */
  commands: readonly Command[];
  /** What an earlier page left is among them: without it a figure would be false, and a tap on it would undo that. */
  isComplete: boolean;
}

/** What of a shopper's waits to be sent, for a view as `reduce(waiting commands, server data)`. */
export function useWaitingCommands(scope: OutboxScope, userId: string): WaitingCommands {
  const all = useSyncExternalStore(subscribeOutbox, waitingCommands, () => NONE);
  const isComplete = useSyncExternalStore(subscribeOutbox, isOutboxRead, () => false);
  const commands = useMemo(
    () => all.filter((command) => command.scope === scope && command.userId === userId),
    [all, scope, userId],
  );
  return { commands, isComplete };
}
