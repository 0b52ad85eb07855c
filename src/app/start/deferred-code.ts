import { useEffect, useState } from 'react';
import { isSaveDataOn } from '../../lib/browser/metered-connection.ts';
import { runWhenIdle } from '../../lib/browser/when-idle.ts';

/**
 * Runs `work` when the page may load code. A cached app runs it at once; with Save-Data a click starts it, else an idle
 * page does.
 * @returns a function that cancels it.
 */
export function runWhenDeferredCodeMayLoad(work: () => void): () => void {
  if (isOnPhone()) {
    work();
    return () => undefined;
  }
  if (isSaveDataOn()) return once('click', work);
  if (document.readyState === 'complete') return runWhenIdle(work);
  let cancel = once('load', () => {
    cancel = runWhenIdle(work);
  });
  return () => cancel();
}

/**
 * True when the page may load code for offline use. False on the server and in the first render, so that both match.
 */
export function useMayLoadDeferredCode(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => runWhenDeferredCodeMayLoad(() => setIdle(true)), []);
  return isIdle;
}

function once(name: string, work: () => void): () => void {
  addEventListener(name, work, { once: true });
  return () => removeEventListener(name, work);
}

/**
 * True when the phone already has the page's code, cached by a service worker or loaded because the server rendered no
 * page.
 */
function isOnPhone(): boolean {
  const root = document.getElementById('root');
  return !root || !('rendered' in root.dataset) || Boolean(navigator.serviceWorker?.controller);
}
