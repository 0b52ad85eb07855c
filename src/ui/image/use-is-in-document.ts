import { useLayoutEffect, useState } from 'react';
import { useIsServerRendered } from '../../lib/react/use-is-server-rendered.ts';

/**
 * True once the element is in the document. Before that, WebKit would load the file of `img` and then also the file of
 * `picture`.
 * @param matters false avoids the extra render.
 */
export function useIsInDocument(matters = true): boolean {
  const isFromServer = useIsServerRendered(matters);
  const [isPlaced, setPlaced] = useState(isFromServer || !matters);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
