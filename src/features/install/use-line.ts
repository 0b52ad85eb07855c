import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { outbox } from '../../offline/phone.ts';

/** A line that flaps must not make the bar flicker. */
const SHOWN_AFTER_MS = 1_000;

function subscribeLine(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}

/** True once the phone was offline for a second. The server and the first render know no line. */
export function useIsOffline(): boolean {
  const isOffline = useSyncExternalStore(
    subscribeLine,
    () => !onlineManager.isOnline(),
    () => false,
  );
  return useSettled(isOffline);
}

/** How many changes have been waiting for more than a second. */
export function useWaitingChanges(): number {
  const count = useSyncExternalStore(
    outbox.view.subscribe,
    () => outbox.view.waiting().length,
    () => 0,
  );
  return useSettled(count > 0) ? count : 0;
}

/** A fact counts when it has been true for a second; its end counts at once. */
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
