import { useMemo, useSyncExternalStore } from 'react';
import { outbox } from '../phone.ts';
import { type Command, commandsOf, type Intent, type OutboxScope } from './command.ts';

const NONE: readonly Command[] = [];

interface WaitingCommands<I extends Intent> {
  /** Of one scope and shopper, oldest first; the same array until something changes. */
  commands: readonly Command<I>[];
  /** Those, and the taps that are being written: how many the server has not confirmed. */
  unconfirmed: number;
  /** What an earlier page left is among them: without it a figure would be false, and a tap on it would undo that. */
  isComplete: boolean;
}

/** What of a shopper's waits to be sent, for a view as `reduce(waiting commands, server data)`. */
export function useWaitingCommands<I extends Intent>(
  scope: OutboxScope<I>,
  userId: string,
): WaitingCommands<I> {
  const all = useSyncExternalStore(outbox.view.subscribe, outbox.view.waiting, () => NONE);
  const unwritten = useSyncExternalStore(outbox.view.subscribe, outbox.view.unwritten, () => NONE);
  const isComplete = useSyncExternalStore(outbox.view.subscribe, outbox.view.isRead, () => false);
  const commands = useMemo(() => commandsOf(scope, all, userId), [all, scope, userId]);
  const unconfirmed = commands.length + commandsOf(scope, unwritten, userId).length;
  return { commands, unconfirmed, isComplete };
}
