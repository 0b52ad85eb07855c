import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOfflineServices } from '../../offline/offline-services.ts';

/** This delay prevents flicker on an unstable connection. */
const SHOWN_AFTER_MS = 1_000;

function subscribeLine(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}

/** True once the phone was offline for a second; false on the server and in the first render. */
export function useIsOffline(): boolean {
  const isOffline = useSyncExternalStore(
    subscribeLine,
    () => !onlineManager.isOnline(),
    () => false,
  );
  return useSettled(isOffline);
}

/** Counts the changes that have waited for more than a second. */
export function usePendingChangeCount(): number {
  const { view } = useOfflineServices().outbox;
  const count = useSyncExternalStore(
    view.subscribe,
    () => view.waiting().length,
    () => 0,
  );
  return useSettled(count > 0) ? count : 0;
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

/** True once the condition held for a second; false as soon as it ends. */
function useSettled(isTrue: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isTrue) {
      setIsSettled(false);
      return;
    }
    const timer = setTimeout(() => setIsSettled(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isSettled && isTrue;
}
