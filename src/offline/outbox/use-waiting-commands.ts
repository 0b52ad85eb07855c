import { useMemo, useSyncExternalStore } from 'react';
import { useOfflineServices } from '../offline-services.ts';
import {
  type CommandFields,
  filterCommands,
  type OutboxCommand,
  type OutboxCommandRules,
} from './command.ts';

const NONE: readonly OutboxCommand[] = [];

/** Returns a shopper's waiting commands, which screens apply to the server's data. */
export function useWaitingCommands<I extends CommandFields>(rules: OutboxCommandRules<I>, userId: string) {
  const { view } = useOfflineServices().outbox;
  const all = useSyncExternalStore(view.subscribe, view.waiting, () => NONE);
  const unwritten = useSyncExternalStore(view.subscribe, view.unwritten, () => NONE);
  const isComplete = useSyncExternalStore(view.subscribe, view.isRead, () => false);
  const commands = useMemo(() => filterCommands(rules, all, userId), [all, rules, userId]);
  return {
    /** The unsent commands, oldest first. The array is the same until something changes. */
    commands,
    /** Number of changes without the server's confirmation, including those being written. */
    unconfirmed: commands.length + filterCommands(rules, unwritten, userId).length,
    /**
     * False until the commands of earlier pages were read. Before that, displayed figures lack the effect of these
     * commands.
     */
    isComplete,
  };
}
