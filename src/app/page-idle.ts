import { useEffect, useState } from 'react';
import { savesData } from '../lib/data-thrift.ts';
import { whenIdle } from '../lib/when-idle.ts';

/**
 * Runs `work` when the page may fetch what it needs offline: at once where the app is saved on the phone already, else
 * when the page has loaded and is idle. With Save-Data it waits for the shopper's first click.
 *
 * @returns the cancellation.
 */
export function whenPageIdle(work: () => void): () => void {
  if (isOnPhone()) {
    work();
    return () => undefined;
  }
  if (savesData()) return once('click', work);
  if (document.readyState === 'complete') return whenIdle(work);
  let cancel = once('load', () => {
    cancel = whenIdle(work);
  });
  return () => cancel();
}

/** Whether the page may fetch what it needs offline. The server and the first render say no. */
export function usePageIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenPageIdle(() => setIdle(true)), []);
  return isIdle;
}

function once(name: string, work: () => void): () => void {
  addEventListener(name, work, { once: true });
  return () => removeEventListener(name, work);
}

/** A page that the server did not render, or that has a worker, loads its code from the phone. */
function isOnPhone(): boolean {
  const root = document.getElementById('root');
  return !root || !('rendered' in root.dataset) || Boolean(navigator.serviceWorker?.controller);
}
