import { useSyncExternalStore } from 'react';
import { savesData } from '../lib/data-thrift.ts';
import { createStore } from '../lib/store.ts';

/**
 * How far a visit has come, and with it what may be fetched. Who only looks pays for what is shown; the rest, so that
 * the shop goes on without a line, is for those who stay.
 */
export type VisitStage =
  | 'looking'
  /** A finger was on the page: what most taps lead to is fetched. */
  | 'touched'
  /** Nothing was touched for a while, or the shop lies on this phone already: what works without a line is fetched. */
  | 'staying';

const UNTOUCHED_MS = 10_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

const stage = createStore<VisitStage>('looking');
export const subscribeVisit = stage.subscribe;

/** How far the visit is. The server and the first render only look. */
export function useVisitStage(): VisitStage {
  return useSyncExternalStore(stage.subscribe, stage.get, () => 'looking');
}

/** Follows the visit of this page. @returns ends it. */
export function followVisit(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const stay = () => {
    stop();
    stage.set('staying');
  };
  const handleTouch = () => {
    if (stage.get() === 'looking') stage.set('touched');
    waitAnew();
  };
  const waitAnew = () => {
    clearTimeout(timer);
    // Whoever saves data has to ask for more, by signing in.
    if (!savesData()) timer = setTimeout(stay, UNTOUCHED_MS);
  };
  // Who comes back to a tab stays; meanwhile another tab may have signed in.
  const handleReturn = () => {
    if (document.visibilityState === 'visible' && !savesData()) stay();
  };
  const stop = () => {
    clearTimeout(timer);
    for (const name of TOUCHES) removeEventListener(name, handleTouch);
    document.removeEventListener('visibilitychange', handleReturn);
  };
  if (isOnPhone()) {
    stay();
    return stop;
  }
  for (const name of TOUCHES) addEventListener(name, handleTouch, { passive: true });
  document.addEventListener('visibilitychange', handleReturn);
  waitAnew();
  return stop;
}

/** What the app draws alone is fetched by the worker mostly, or is a screen of those who stay. */
function isOnPhone(): boolean {
  const root = document.getElementById('root');
  return !root || !('rendered' in root.dataset) || Boolean(navigator.serviceWorker?.controller);
}
