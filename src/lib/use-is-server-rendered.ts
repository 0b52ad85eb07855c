import { useState, useSyncExternalStore } from 'react';

/**
 * True while this part is server-rendered HTML that was hydrated; callers render twice.
 * @param matters false skips the second render.
 */
export function useIsServerRendered(matters = true): boolean {
  const isHydrated = useSyncExternalStore(neverChanges, no, matters ? yes : no);
  return useState(isHydrated)[0];
}

const neverChanges = () => () => {};
const yes = () => true;
const no = () => false;
