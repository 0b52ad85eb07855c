/** An event that the page reports, with the page's own time. */
export interface PageProbeEvent {
  what: 'card';
  nowMs: number;
}

/** Values that are collected inside the page, in milliseconds. */
export interface PageMeasurements {
  lcp: number;
  /** The longest browser event of each interaction, by the interaction's id. */
  interactions: Record<string, number>;
}

/** This script runs in each page before its own and reports when the first product card is rendered. */
export const PAGE_PROBE_SCRIPT = `(() => {
  if (window !== top) return;
  const r = window.recorded = { lcp: 0, interactions: {} };
  const follow = (type, take, more) => { try { new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more }); } catch {} };
  follow('largest-contentful-paint', (entry) => { r.lcp = entry.startTime; });
  follow('event', (entry) => { if (entry.interactionId) r.interactions[entry.interactionId] = Math.max(r.interactions[entry.interactionId] ?? 0, entry.duration); }, { durationThreshold: 16 });
  const isDrawn = (element) => { const box = element.getBoundingClientRect(); return box.width > 8 && box.height > 8 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }); };
  const look = () => {
    const isThere = document.body && location.pathname === '/' && [...document.querySelectorAll('a[href*="/product/"]')].some(isDrawn);
    if (isThere) window.sayToBench?.(JSON.stringify({ what: 'card', nowMs: performance.now() }));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();`;
