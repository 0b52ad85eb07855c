import { useLayoutEffect, useState } from 'react';
import { useIsServerRendered } from '../../lib/react/use-is-server-rendered.ts';

/**
 * True once the element is in the document: before that, WebKit would load the files of both `img` and `picture`.
 * @param isNeeded false: returns true at once, which saves the second render.
 */
export function useIsInDocument(isNeeded = true): boolean {
  const isFromServer = useIsServerRendered(isNeeded);
  const [isPlaced, setPlaced] = useState(isFromServer || !isNeeded);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
