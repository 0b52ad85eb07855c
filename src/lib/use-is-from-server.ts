import { useState, useSyncExternalStore } from 'react';

/**
 * Whether this part of the page came drawn from the server, for as long as it stands. Who asks is drawn a second time
 * once it was taken over.
 *
 * @param matters false: nobody asks.
 */
export function useIsFromServer(matters = true): boolean {
  const isTakenOver = useSyncExternalStore(neverChanges, no, matters ? yes : no);
  return useState(isTakenOver)[0];
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
