import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/**
 * Whether an element stands in the document: from the first drawing on where the server sent it, else once React,
 * which makes a picture's `img` before the `picture` around it, has placed it. WebKit would fetch the `img`'s own
 * file while it stands alone, and then the one that the `picture` chooses; a lazy one waits.
 */
export function useIsPlaced(): boolean {
  const isFromServer = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [isPlaced, setPlaced] = useState(false);
  useLayoutEffect(() => setPlaced(true), []);
  return isFromServer || isPlaced;
}

const neverChanges = () => () => {};
