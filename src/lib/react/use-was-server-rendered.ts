import { useState, useSyncExternalStore } from 'react';

/**
 * True in a component whose first HTML came from the server, false in one that the browser added later.
 * @param isNeeded false: returns false, which saves a second render.
 */
export function useWasServerRendered(isNeeded = true): boolean {
  const isHydrated = useSyncExternalStore(neverChanges, no, isNeeded ? yes : no);
  return useState(isHydrated)[0];
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
