import { openEmulatedPhone, type ThrottlingProfile } from './phone.ts';

/** Measurements of a page with a new browser profile. Times count from the navigation. */
export interface VisitMeasurements {
  /** Milliseconds to the largest contentful paint of the first visit. */
  lcpMs: number;
  /** Milliseconds from a second visit to its first product card. */
  repeatMs: number;
  /** Milliseconds of a visit without connection; null: no product card is rendered. */
  offlineMs: number | null;
}

const SILENCE_MS = 1_500;
/** Wait after the service worker is ready, until page and worker have written to storage. */
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

export async function measurePageVisits(
  siteUrl: string,
  throttling: ThrottlingProfile,
  hasWorker: boolean,
): Promise<VisitMeasurements> {
  const phone = await openEmulatedPhone(throttling, HELD_IDLE);
  const open = async () => {
    const tab = await phone.open(`${siteUrl}/`);
    const { nowMs } = await tab.said('card');
    return { tab, cardMs: nowMs };
  };
  try {
    const { tab } = await open();
    await phone.untilSilent(SILENCE_MS);
    const { lcp: lcpMs } = await tab.recorded();
    await tab.evaluate('becomeIdle()');
    if (hasWorker) await tab.evaluate('navigator.serviceWorker.ready.then(() => 1)');
    await phone.untilSilent(SETTLED_MS);
    await tab.close();
    const repeat = await open();
    await repeat.tab.evaluate('becomeIdle()');
    await phone.untilSilent(SILENCE_MS);
    await repeat.tab.close();
    if (!hasWorker) return { lcpMs, repeatMs: repeat.cardMs, offlineMs: null };
    await phone.goOffline();
    const offline = await open();
    return { lcpMs, repeatMs: repeat.cardMs, offlineMs: offline.cardMs };
  } finally {
    await phone.close();
  }
}
