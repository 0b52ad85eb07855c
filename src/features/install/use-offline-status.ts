import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOfflineStores } from '../../offline/offline-stores.ts';

/** Milliseconds for which a state must last before it shows, so that an unstable connection does not flicker. */
const SHOWN_AFTER_MS = 1_000;
/** Milliseconds that a change may wait, while online, before the shopper is told that it waits. */
const SLOW_AFTER_MS = 4_000;

function useHasNoLine(): boolean {
  return useSyncExternalStore(
    onlineManager.subscribe,
    () => !onlineManager.isOnline(),
    () => false,
  );
}

/**
 * True once the phone has been offline for a second. False on the server and in the first render, because hydration
 * needs the same HTML.
 */
export function useIsOffline(): boolean {
  return useSettled(useHasNoLine());
}

/** Counts the changes that could not be sent for a second without a connection, or for four seconds with one. */
export function usePendingChangeCount(): number {
  const { view } = useOfflineStores().outbox;
  const count = useSyncExternalStore(
    view.subscribe,
    () => view.waiting().length,
    () => 0,
  );
  const afterMs = useHasNoLine() ? SHOWN_AFTER_MS : SLOW_AFTER_MS;
  return useSettled(count > 0, afterMs) ? count : 0;
}

/** True once the phone's storage has not worked for a second. A change is then sent at once or fails. */
export function useIsStorageBroken(): boolean {
  const { mode } = useOfflineStores().storage;
  const isMemory = useSyncExternalStore(
    mode.subscribe,
    () => mode.get() === 'memory',
    () => false,
  );
  return useSettled(isMemory);
}

/** True once the condition has held for the given time; false as soon as it ends. */
function useSettled(isTrue: boolean, afterMs = SHOWN_AFTER_MS): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isTrue) {
      setIsSettled(false);
      return;
    }
    const timer = setTimeout(() => setIsSettled(true), afterMs);
    return () => clearTimeout(timer);
  }, [isTrue, afterMs]);
  return isSettled && isTrue;
}
