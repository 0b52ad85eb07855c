import type { Page } from 'playwright-core';

/** A layout shift has a score and the elements that moved, each with its position in px before and after. */
export interface RecordedLayoutShift {
  score: number;
  moved: string[];
}

declare global {
  interface Window {
    layoutShifts?: RecordedLayoutShift[];
  }
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Records every layout shift of the pages that this tab will open. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: RecordedLayoutShift[] = [];
    window.layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const text =
            node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent?.slice(0, 60);
          return `${text} from ${from.x},${from.y} to ${to.x},${to.y}`;
        });
        shifts.push({ score: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @returns the layout shifts since the page was opened. */
export async function readLayoutShifts(page: Page): Promise<RecordedLayoutShift[]> {
  return await page.evaluate(() => window.layoutShifts ?? [{ score: 1, moved: ['nothing was recorded'] }]);
}
