import { useMemo, useSyncExternalStore } from 'react';
import { useOfflineServices } from '../offline-services.ts';
import { type Command, commandsOf, type Intent, type OutboxScope } from './command.ts';

const NONE: readonly Command[] = [];

/** What of a shopper's waits to be sent, for a view as `reduce(waiting commands, server data)`. */
export function useWaitingCommands<I extends Intent>(scope: OutboxScope<I>, userId: string) {
  const { view } = useOfflineServices().outbox;
  const all = useSyncExternalStore(view.subscribe, view.waiting, () => NONE);
  const unwritten = useSyncExternalStore(view.subscribe, view.unwritten, () => NONE);
  const isComplete = useSyncExternalStore(view.subscribe, view.isRead, () => false);
  const commands = useMemo(() => commandsOf(scope, all, userId), [all, scope, userId]);
  return {
    /** Of one scope and shopper, oldest first; the same array until something changes. */
    commands,
    /** Those, and the taps that are being written: how many the server has not confirmed. */
    unconfirmed: commands.length + commandsOf(scope, unwritten, userId).length,
    /** False until what an earlier page left is among them: a figure would be false, and a tap on it would undo that. */
    isComplete,
  };
}
