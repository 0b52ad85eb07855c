import { setTimeout as delay } from 'node:timers/promises';
import type { FaultProxy } from '../../tests/support/fault-proxy.ts';
import { type Asked, type Line, openPhone, type Tab } from './phone.ts';
import { CARD } from './probe.ts';

/** A page on one line, all with a new profile. Milliseconds from its start; bytes with the heads of the answers. */
export interface Visits {
  first: {
    fcpMs: number;
    lcpMs: number;
    cardMs: number;
    /** Of the first card's picture on the first screen. */
    shownPx: number;
    bytes: number;
    requests: number;
    asked: Asked[];
    /** The page itself, and what its first paint waits for besides. */
    pageBytes: number;
    blocking: number;
    scriptBytes: number;
    scripts: number;
  };
  /** What comes by itself when nobody touches the page, the worker's own files among it. */
  later: { bytes: number; requests: number };
  repeat: { cardMs: number; bytes: number };
  /** null: without a line no card is drawn. */
  offlineMs: number | null;
  /** From the start to the product's heading, the first card tapped as soon as it is drawn. */
  tapMs: number;
}

const SILENCE_MS = 1_500;
/** How long the shop waits for a touch before it fetches the rest, and some more. */
const UNTOUCHED_MS = 12_000;
const TAP_AGAIN_MS = 500;

/** @param site the way to the page: all that goes over the line is counted there. */
export async function measureVisits(site: FaultProxy, line: Line, hasWorker: boolean): Promise<Visits> {
  const sight = await measureSight(site, line, hasWorker);
  // On a phone of its own, when no other works beside it.
  return { ...sight, tapMs: await tapAtOnce(site.url, line) };
}

async function measureSight(
  site: FaultProxy,
  line: Line,
  hasWorker: boolean,
): Promise<Omit<Visits, 'tapMs'>> {
  const phone = await openPhone(line);
  const { url } = site;
  const counted = () => {
    const [bytes, requests] = [site.downBytes, site.requests.length];
    return () => ({ bytes: site.downBytes - bytes, requests: site.requests.length - requests });
  };
  try {
    let count = counted();
    let tab = await phone.open(`${url}/`);
    const card = await tab.said('card');
    await phone.untilSilent(SILENCE_MS);
    const { fcp, lcp, shownPx } = await tab.recorded();
    const asked = phone.asked();
    const scripts = asked.filter((each) => !each.isFromWorker && /\/assets\/.*\.js$/.test(each.url));
    const first = {
      fcpMs: fcp,
      lcpMs: lcp,
      cardMs: card.nowMs,
      shownPx: shownPx ?? 0,
      ...count(),
      asked,
      pageBytes: asked[0]?.bytes ?? 0,
      blocking: await tab.evaluate<number>(
        `performance.getEntriesByType('resource').filter((each) => each.renderBlockingStatus === 'blocking').length`,
      ),
      scriptBytes: bytesOf(scripts),
      scripts: scripts.length,
    };
    count = counted();
    if (hasWorker) {
      await delay(UNTOUCHED_MS);
      await tab.evaluate('navigator.serviceWorker.ready.then(() => 1)');
      await phone.untilSilent(SILENCE_MS);
    }
    const later = count();
    await tab.close();
    count = counted();
    tab = await phone.open(`${url}/`);
    const again = await tab.said('card');
    await phone.untilSilent(SILENCE_MS);
    const repeat = { cardMs: again.nowMs, bytes: count().bytes };
    await tab.close();
    let offlineMs: number | null = null;
    if (hasWorker) {
      await phone.goOffline();
      tab = await phone.open(`${url}/`);
      offlineMs = (await tab.said('card')).nowMs;
    }
    return { first, later, repeat, offlineMs };
  } finally {
    await phone.close();
  }
}

function bytesOf(asked: readonly Asked[]): number {
  return asked.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Taps the first card as soon as it is drawn, and again each half second until a product is there. */
async function tapAtOnce(url: string, line: Line): Promise<number> {
  const phone = await openPhone(line);
  try {
    const tab = await phone.open(`${url}/`);
    const { originMs } = await tab.said('card');
    let isThere = false;
    const product = tab.said('product').finally(() => {
      isThere = true;
    });
    while (!isThere) {
      await tap(tab, CARD);
      await Promise.race([product, delay(TAP_AGAIN_MS)]);
      // A tap that set something going is not repeated.
      await Promise.race([product, phone.untilSilent(700)]);
    }
    const seen = await product;
    return seen.originMs + seen.nowMs - originMs;
  } finally {
    await phone.close();
  }
}

/** Taps what a selector finds first, once it is on the screen. A page that is being left answers nothing. */
export async function tap(tab: Tab, selector: string): Promise<void> {
  const place = await tab
    .evaluate<{ x: number; y: number } | null>(
      `(() => {
        const element = [...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility());
        if (!element) return null;
        let box = element.getBoundingClientRect();
        if (box.top < 0 || box.top > innerHeight - 60) { element.scrollIntoView({ block: 'center' }); box = element.getBoundingClientRect(); }
        return { x: box.left + box.width / 2, y: Math.min(box.top + box.height / 2, innerHeight - 6) };
      })()`,
    )
    .catch(() => null);
  if (!place) return;
  await tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
