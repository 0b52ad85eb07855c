import { useLayoutEffect, useState } from 'react';
import { useIsServerRendered } from '../lib/use-is-server-rendered.ts';

/**
 * True once the element is in the document. WebKit would load an `img`'s own file before its `picture` is attached.
 * @param matters false skips the extra render.
 */
export function useIsInDocument(matters = true): boolean {
  const isFromServer = useIsServerRendered(matters);
  const [isPlaced, setPlaced] = useState(isFromServer || !matters);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
