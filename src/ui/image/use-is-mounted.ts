import { useLayoutEffect, useState } from 'react';
import { useWasServerRendered } from '../../lib/react/use-was-server-rendered.ts';

/**
 * True once the component is mounted. Images get their address only then, because WebKit would load the files of both
 * `img` and `picture`.
 * @param isNeeded false: returns true at once, which saves the second render.
 */
export function useIsMounted(isNeeded = true): boolean {
  const isFromServer = useWasServerRendered(isNeeded);
  const [isPlaced, setPlaced] = useState(isFromServer || !isNeeded);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
