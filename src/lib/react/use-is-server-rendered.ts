import { useState, useSyncExternalStore } from 'react';

/**
 * True while the component shows HTML that the server rendered.
 * @param matters false avoids the second render that this needs.
 */
export function useIsServerRendered(matters = true): boolean {
  const isHydrated = useSyncExternalStore(neverChanges, no, matters ? yes : no);
  return useState(isHydrated)[0];
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
