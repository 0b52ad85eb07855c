import { useLayoutEffect, useState } from 'react';
import { useIsFromServer } from '../lib/use-is-from-server.ts';

/**
 * Whether an element stands in the document: from the first drawing on where the server sent it, else once React,
 * which makes a picture's `img` before the `picture` around it, has placed it. WebKit would fetch the `img`'s own
 * file while it stands alone, and then the one that the `picture` chooses; a lazy one waits.
 *
 * @param matters false: the answer is not used, and nothing is drawn again for it.
 */
export function useIsPlaced(matters = true): boolean {
  const isFromServer = useIsFromServer(matters);
  const [isPlaced, setPlaced] = useState(isFromServer || !matters);
  useLayoutEffect(() => setPlaced(true), []);
  return isPlaced;
}
