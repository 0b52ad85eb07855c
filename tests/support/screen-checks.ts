import type { CDPSession, Page } from 'playwright-core';

/** Touch targets need at least this many CSS pixels on each side. */
const TARGET_PX = 44;

/**
 * Finds content of the current page that a shopper cannot read.
 *
 * @returns one sentence for each fault: a page wider than the screen, an element that leaves the screen sideways,
 *   text cut off by its box or beyond its border, an amount or a word broken over two lines. None: an empty list.
 */
export async function findCutContent(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const root = document.scrollingElement ?? document.documentElement;
    const width = document.documentElement.clientWidth;
    const name = (element: Element) => {
      const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${text}`;
    };
    const isHiddenFromSight = (element: Element) => {
      for (let box: Element | null = element; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const rect = box.getBoundingClientRect();
        // Text only for screen readers is usually a clipped box of one pixel.
        if (style.position === 'absolute' && rect.width <= 1 && rect.height <= 1) return true;
        if (style.visibility === 'hidden' || style.opacity === '0' || style.display === 'none') return true;
        if (style.clipPath !== 'none' && rect.width <= 2) return true;
      }
      return false;
    };
    if (root.scrollWidth > width) {
      const wide = [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > width + 1,
      );
      const names = wide.slice(0, 3).map(name).join('; ');
      faults.push(`the page is ${root.scrollWidth}px wide on a screen of ${width}px: ${names}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || /^(script|style|noscript|option)$/i.test(parent.tagName))
        continue;
      // The browser has not laid out parts far below, so they have no geometry to check.
      if (!parent.checkVisibility({ contentVisibilityAuto: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
      if (rects.length === 0 || isHiddenFromSight(parent)) continue;
      // An address or an order number may wrap, but an amount or a word must not.
      for (const whole of node.textContent.matchAll(/[+-]?₦[\d,]+|(?<![^\s(])\p{L}+(?![^\s).,!?:])/gu)) {
        range.setStart(node, whole.index);
        range.setEnd(node, whole.index + whole[0].length);
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
        if (lines.size > 1) faults.push(`broken over two lines: ${whole[0]} in ${name(parent)}`);
      }
      const left = Math.min(...rects.map((rect) => rect.left));
      const right = Math.max(...rects.map((rect) => rect.right));
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      let isScrolledSideways = false;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.display === 'inline') continue;
        const frame = box.getBoundingClientRect();
        const scrollsX = style.overflowX === 'auto' || style.overflowX === 'scroll';
        const scrollsY = style.overflowY === 'auto' || style.overflowY === 'scroll';
        if (scrollsX) isScrolledSideways = true;
        if (!isScrolledSideways && parseFloat(style.borderRightWidth) > 0 && right > frame.right + 1)
          faults.push(`leaves its frame: ${name(parent)}`);
        const clipsX = style.overflowX === 'hidden' || style.overflowX === 'clip';
        const clipsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
        // Titles are deliberately cut after two lines with an ellipsis; the linked page shows them whole.
        const isClamped = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== '';
        if (isClamped) break;
        if (clipsX && (right > frame.right + 1 || left < frame.left - 1))
          faults.push(`cut sideways: ${name(parent)}`);
        if (clipsY && !scrollsY && bottom > frame.bottom + 1) faults.push(`cut below: ${name(parent)}`);
        if (clipsX || scrollsX || clipsY || scrollsY) break;
      }
      if (!isScrolledSideways && (right > width + 1 || left < -1))
        faults.push(`leaves the screen: ${name(parent)}`);
    }
    // A fixed bar does not widen the page; only decoration without text overflows it.
    for (const target of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const rect = target.getBoundingClientRect();
      if (rect.left >= -1 && rect.right <= width + 1) continue;
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (!isHiddenFromSight(target) && !isInSidewaysScroller(target))
        faults.push(`leaves the screen: ${target.getAttribute('aria-label') ?? ''} ${name(target)}`);
    }
    return [...new Set(faults)];

    function isInSidewaysScroller(element: Element): boolean {
      for (let box = element.parentElement; box; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box !== root) return true;
      }
      return false;
    }
  });
}

/**
 * Finds links, buttons and fields that are too small for a finger. Links inside a sentence are the one
 * exception. An element smaller than the limit passes if the points at the limit's edge still hit it.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((limitPx) => {
    const faults: string[] = [];
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=link]',
    );
    for (const target of targets) {
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const isChoice = target instanceof HTMLInputElement && /radio|checkbox/.test(target.type);
      const area = (isChoice && target.labels?.[0]) || target;
      const rect = area.getBoundingClientRect();
      // The element is invisible: a skip link without the focus, or a native field behind its styled replacement.
      if (rect.width <= 1 || rect.height <= 1 || rect.bottom < 0 || rect.right <= 0) continue;
      if (rect.width >= limitPx - 0.5 && rect.height >= limitPx - 0.5) continue;
      // The console's menu is dense where a mouse is used; WCAG 2.2 AA asks for 24 px.
      if (innerWidth >= 1024 && target.closest('nav[aria-label=Console]') && rect.height >= 24) continue;
      if (isInSentence(target) || isReachable(area, limitPx)) continue;
      const label = target.getAttribute('aria-label') ?? (target.textContent ?? '').trim().slice(0, 40);
      faults.push(
        `${Math.round(rect.width)} x ${Math.round(rect.height)}: <${target.tagName.toLowerCase()} class="${target.className}"> ${label}`,
      );
    }
    scrollTo(0, 0);
    return faults;

    function isInSentence(target: HTMLElement): boolean {
      if (getComputedStyle(target).display !== 'inline') return false;
      const around = [...(target.parentElement?.childNodes ?? [])].filter((node) => node !== target);
      return around.some((node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''));
    }

    function isReachable(area: Element, sidePx: number): boolean {
      area.scrollIntoView({ block: 'center', behavior: 'instant' });
      const rect = area.getBoundingClientRect();
      const x = rect.left + rect.width / 2;
      const y = rect.top + rect.height / 2;
      const reach = sidePx / 2 - 1;
      const reachX = Math.max(reach, 0);
      return [
        [x - reachX, y],
        [x + reachX, y],
        [x, y - reach],
        [x, y + reach],
      ].every(([px = 0, py = 0]) => {
        const hit = document.elementFromPoint(px, py);
        return hit !== null && area.contains(hit);
      });
    }
  }, TARGET_PX);
}

/**
 * Finds links, buttons and fields that something else covers however the page scrolls, so that no finger can hit them.
 * A message that can be sent away may cover them meanwhile.
 */
export async function findCoveredTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    for (const target of targets) {
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (target.closest('[inert]')) continue;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      // A box of one pixel is for screen readers only, and the skip link waits above the screen.
      if (width <= 1 || height <= 1 || top + height <= 0) continue;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!hit || hit.contains(target) || target.contains(hit) || canBeSentAway(hit)) continue;
      const label = target.getAttribute('aria-label') ?? (target.textContent ?? '').trim().slice(0, 40);
      const by = (hit.textContent ?? '').trim().slice(0, 40);
      faults.push(
        `covered: <${target.tagName.toLowerCase()}> ${label}, by <${hit.tagName.toLowerCase()}> ${by}`,
      );
    }
    scrollTo(0, 0);
    return faults;

    function canBeSentAway(cover: Element): boolean {
      for (let box: Element | null = cover; box; box = box.parentElement) {
        if (getComputedStyle(box).position !== 'fixed') continue;
        if (box.getAttribute('aria-label') === 'Recent purchases') return true;
        const names = [...box.querySelectorAll('button')].map(
          (button) => button.getAttribute('aria-label') ?? button.textContent ?? '',
        );
        return names.some((name) => /^(Dismiss|Later|Not now)$/.test(name));
      }
      return false;
    }
  });
}

const sessions = new WeakMap<Page, CDPSession>();

/** Doubles the browser's text size, as a shopper can in its settings, and waits until it applies. */
export async function setDoubleTextSize(page: Page, isDouble: boolean): Promise<void> {
  // The size lasts as long as the CDP session that set it.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Page.setFontSizes', {
    fontSizes: isDouble ? { standard: 32, fixed: 26 } : { standard: 16, fixed: 13 },
  });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === size,
    isDouble ? '32px' : '16px',
  );
}

/** True for an element at the right edge and in the upper third of the screen. */
export async function isTopRight(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).first().boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return box !== null && box.x + box.width > width - 40 && box.x > width / 2 && box.y < height / 3;
}
