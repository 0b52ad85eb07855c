/** Runs in each page before anything of its own: says when the first card, its picture and a product's page are drawn. */
export const CARD = 'a[href*="/product/"]';

/** What the page says by itself, on its own clock. */
export interface Said {
  what: 'card' | 'picture' | 'product';
  nowMs: number;
  /** The page's start on the machine's clock. */
  originMs: number;
}

/** What the page has recorded about itself, milliseconds. */
export interface Recorded {
  fcp: number;
  lcp: number;
  cls: number;
  /** What long tasks took above 50 ms each. */
  blocking: number;
  /** The longest of an interaction's events, by its id. */
  interactions: Record<string, number>;
  /** Pixels of the first card's picture that stand on the first screen. */
  shownPx: number | null;
}

export const PROBE = `(() => {
  if (window !== top) return;
  const r = window.recorded = { fcp: 0, lcp: 0, cls: 0, blocking: 0, interactions: {}, shownPx: null };
  const say = (what) => window.sayToBench?.(JSON.stringify({ what, nowMs: performance.now(), originMs: performance.timeOrigin }));
  const follow = (type, take, more) => { try { new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more }); } catch {} };
  follow('largest-contentful-paint', (entry) => { r.lcp = entry.startTime; });
  follow('paint', (entry) => { if (entry.name === 'first-contentful-paint') r.fcp = entry.startTime; });
  follow('layout-shift', (entry) => { if (!entry.hadRecentInput) r.cls += entry.value; });
  follow('longtask', (entry) => { r.blocking += Math.max(0, entry.duration - 50); });
  follow('event', (entry) => { if (entry.interactionId) r.interactions[entry.interactionId] = Math.max(r.interactions[entry.interactionId] ?? 0, entry.duration); }, { durationThreshold: 16 });
  const isDrawn = (element) => { const box = element.getBoundingClientRect(); return box.width > 8 && box.height > 8 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }); };
  let card, hasPicture, hasProduct;
  const look = () => {
    if (document.body && location.pathname === '/') {
      if (!card) {
        card = [...document.querySelectorAll('${CARD}')].find(isDrawn);
        if (card) { r.shownPx = Math.round(innerHeight - card.querySelector('img').getBoundingClientRect().top); say('card'); }
      }
      const image = card?.isConnected ? card.querySelector('img') : document.querySelector('${CARD} img');
      if (card && !hasPicture && image?.complete && image.naturalWidth > 0) { hasPicture = true; say('picture'); }
    }
    if (document.body && !hasProduct && location.pathname.startsWith('/product/')) {
      const heading = document.querySelector('main h1');
      if (heading && isDrawn(heading) && heading.innerText.trim().length > 1 && heading.innerText !== 'Product') { hasProduct = true; say('product'); }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();`;
