import type { FaultProxy } from '../../tests/support/fault-proxy.ts';
import { type NetworkRequest, openEmulatedPhone, type ThrottlingProfile } from './phone.ts';

/** Measurements of a page with a new browser profile. Times count from the navigation; bytes include headers. */
export interface VisitMeasurements {
  /** Figures of the first visit, measured until the page is idle. */
  first: {
    lcpMs: number;
    bytes: number;
    requests: number;
    asked: NetworkRequest[];
    /** Size of the HTML document in bytes. */
    pageBytes: number;
    /** Size of all scripts in bytes, without headers. */
    scriptBytes: number;
    scripts: number;
  };
  /** Milliseconds from a second visit to its first product card. */
  repeatMs: number;
  /** Milliseconds of a visit without connection; null: no product card is rendered. */
  offlineMs: number | null;
}

const SILENCE_MS = 1_500;
/** Wait after the service worker is ready, while page and worker still write to storage. */
const SETTLED_MS = 5_000;

/** Script that delays the page's idle callbacks until the benchmark calls `becomeIdle()`. */
const HELD_IDLE = `if (window === top) {
  const waiting = [];
  window.requestIdleCallback = (work) => waiting.push(work);
  window.cancelIdleCallback = (handle) => { waiting[handle - 1] = () => {}; };
  window.becomeIdle = () => {
    window.requestIdleCallback = (work) => setTimeout(work);
    window.cancelIdleCallback = clearTimeout;
    for (const work of waiting.splice(0)) work();
  };
}`;

/** @param site proxy in front of the measured page; it counts all network bytes. */
export async function measurePageVisits(
  site: FaultProxy,
  throttling: ThrottlingProfile,
  hasWorker: boolean,
): Promise<VisitMeasurements> {
  const phone = await openEmulatedPhone(throttling, HELD_IDLE);
  const address = `${site.url}/`;
  const open = async () => {
    const tab = await phone.open(address);
    const { nowMs } = await tab.said('card');
    return { tab, cardMs: nowMs };
  };
  try {
    const [bytes, requests] = [site.downBytes, site.requests.length];
    const { tab } = await open();
    await phone.untilSilent(SILENCE_MS);
    const { lcp } = await tab.recorded();
    const asked = phone.asked();
    const scripts = asked.filter(({ url }) => /\/assets\/.*\.js$/.test(url));
    const first = {
      lcpMs: lcp,
      bytes: site.downBytes - bytes,
      requests: site.requests.length - requests,
      asked,
      pageBytes: asked.find(({ url }) => url === address)?.bytes ?? 0,
      scriptBytes: scripts.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0),
      scripts: scripts.length,
    };
    await tab.evaluate('becomeIdle()');
    if (hasWorker) await tab.evaluate('navigator.serviceWorker.ready.then(() => 1)');
    await phone.untilSilent(SETTLED_MS);
    await tab.close();
    const repeat = await open();
    await repeat.tab.evaluate('becomeIdle()');
    await phone.untilSilent(SILENCE_MS);
    await repeat.tab.close();
    if (!hasWorker) return { first, repeatMs: repeat.cardMs, offlineMs: null };
    await phone.goOffline();
    const offline = await open();
    return { first, repeatMs: repeat.cardMs, offlineMs: offline.cardMs };
  } finally {
    await phone.close();
  }
}
