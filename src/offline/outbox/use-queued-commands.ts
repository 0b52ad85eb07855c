import { useMemo, useSyncExternalStore } from 'react';
import { useOfflineStores } from '../offline-stores.ts';
import {
  type CommandFields,
  type OutboxCommand,
  type OutboxCommandRules,
  selectCommandsOfShopper,
} from './command.ts';

const NONE: readonly OutboxCommand[] = [];

/** Returns a shopper's queued commands of one feature, which its screens apply to the server's data. */
export function useQueuedCommands<I extends CommandFields>(rules: OutboxCommandRules<I>, userId: string) {
  const { view } = useOfflineStores().outbox;
  const all = useSyncExternalStore(view.subscribe, view.waiting, () => NONE);
  const unwritten = useSyncExternalStore(view.subscribe, view.unwritten, () => NONE);
  const isComplete = useSyncExternalStore(view.subscribe, view.isRead, () => false);
  const commands = useMemo(() => selectCommandsOfShopper(rules, all, userId), [all, rules, userId]);
  return {
    /** The unsent commands, oldest first. The array is the same until something changes. */
    commands,
    /** Number of changes without the server's confirmation, including those being written. */
    unconfirmed: commands.length + selectCommandsOfShopper(rules, unwritten, userId).length,
    /**
     * False until the commands that earlier pages stored are read. Until then screens show data without their changes.
     */
    isComplete,
  };
}
