import { useLayoutEffect, useState } from 'react';
import { useIsServerRendered } from '../../lib/react/use-is-server-rendered.ts';

/**
 * True once the element is in the document. Before that, WebKit would load the file of `img` and then also the file of
 * `picture`.
 * @param isNeeded false: returns true at once, which saves the second render.
 */
export function useIsInDocument(isNeeded = true): boolean {
  const isFromServer = useIsServerRendered(isNeeded);
  const [isPlaced, setPlaced] = useState(isFromServer || !isNeeded);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
