import { useLayoutEffect, useState } from 'react';
import { useIsFromServer } from '../lib/use-is-from-server.ts';

/**
 * True once the element is in the document. WebKit would load an `img`'s own file before its `picture` is attached.
 * @param matters false skips the extra render.
 */
export function useIsPlaced(matters = true): boolean {
  const isFromServer = useIsFromServer(matters);
  const [isPlaced, setPlaced] = useState(isFromServer || !matters);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
