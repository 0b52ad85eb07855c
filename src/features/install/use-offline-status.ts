import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOfflineServices } from '../../offline/offline-services.ts';

/** This delay prevents flicker on an unstable connection. */
const SHOWN_AFTER_MS = 1_000;
/** Changes that are sent sooner are not mentioned to the shopper. */
const SLOW_AFTER_MS = 4_000;

function subscribeLine(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}

function useHasNoLine(): boolean {
  return useSyncExternalStore(
    subscribeLine,
    () => !onlineManager.isOnline(),
    () => false,
  );
}

/** True once the phone was offline for a second; false on the server and in the first render. */
export function useIsOffline(): boolean {
  return useSettled(useHasNoLine());
}

/** Counts the changes that have waited for a second without a connection, or for four with one. */
export function usePendingChangeCount(): number {
  const { view } = useOfflineServices().outbox;
  const count = useSyncExternalStore(
    view.subscribe,
    () => view.waiting().length,
    () => 0,
  );
  const afterMs = useHasNoLine() ? SHOWN_AFTER_MS : SLOW_AFTER_MS;
  return useSettled(count > 0, afterMs) ? count : 0;
}

/** True once the phone has stored nothing for a second: a change is then sent at once or fails. */
export function useIsStorageBroken(): boolean {
  const { mode } = useOfflineServices().storage;
  const isMemory = useSyncExternalStore(
    mode.subscribe,
    () => mode.get() === 'memory',
    () => false,
  );
  return useSettled(isMemory);
}

/** True once the condition held for the time; false as soon as it ends. */
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
