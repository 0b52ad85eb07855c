import { useState, useSyncExternalStore } from 'react';

/**
 * True while the component shows HTML that the server rendered.
 * @param isNeeded false: always returns false, which saves the second render.
 */
export function useWasServerRendered(isNeeded = true): boolean {
  const isHydrated = useSyncExternalStore(neverChanges, no, isNeeded ? yes : no);
  return useState(isHydrated)[0];
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
