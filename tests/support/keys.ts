import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any screen has: then what is looked for cannot be reached. */
const MOST_STOPS = 120;

/**
 * Goes with Tab (or back with Shift+Tab) until an element has the focus, and looks at every stop on the way:
 * it must be seen to have the focus, and nothing may cover it.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    expect(await findFocusFault(page)).toBeNull();
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`${MOST_STOPS} times ${key} do not reach ${target}`);
}

/** Whether one of the elements has the focus. */
async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0;
}

/** Waits until the focus is where something sent it. */
export async function awaitFocus(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':focus')).waitFor();
}

/** Why the focus cannot be seen where it is now; null: it can. */
async function findFocusFault(page: Page): Promise<string | null> {
  return await page.evaluate(() => {
    const focused = document.activeElement;
    // Past the last stop the focus leaves for the browser's own bars and comes back at the first.
    if (!focused || focused === document.body) return null;
    const name = `<${focused.tagName.toLowerCase()} class="${focused.className}"> ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`;
    if (!focused.matches(':focus-visible')) return `no :focus-visible on ${name}`;
    // A choice draws its mark on the label around it.
    const drawn = [focused, focused.closest('label')].filter((element) => element !== null);
    const isMarked = drawn.some((element) => {
      const style = getComputedStyle(element);
      const isTransparent = /^rgba\(.*, 0\)$/.test(style.outlineColor);
      const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
      return (hasOutline && !isTransparent) || style.boxShadow !== 'none';
    });
    if (!isMarked) return `nothing marks the focus on ${name}`;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const hits = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) =>
        document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down),
      ),
    );
    const isInSight = hits.some((hit) => hit !== null && drawn.some((element) => element.contains(hit)));
    const covering = hits[4]
      ? `under <${hits[4].tagName.toLowerCase()} class="${hits[4].className}">`
      : 'off the screen';
    return isInSight ? null : `${covering} at ${Math.round(left)}, ${Math.round(top)}: ${name}`;
  });
}

/** Tabs around an open overlay: nothing outside it may get the focus. */
export async function expectTrapped(page: Page, overlay: Locator): Promise<void> {
  await overlay.waitFor();
  let stops = 0;
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press(key);
      const isInside = await overlay.evaluate((element) => element.contains(document.activeElement));
      const isNowhere = await page.evaluate(() => document.activeElement === document.body);
      expect(isInside || isNowhere, `${key} leaves the overlay`).toBe(true);
      if (isInside) stops += 1;
    }
  }
  expect(stops, 'the overlay has stops for the focus').toBeGreaterThan(0);
}

/** Waits until an overlay has gone with its step of the history: only then it opens anew as the first time. */
export async function overlayGone(page: Page, overlay: Locator): Promise<void> {
  await overlay.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !history.state?.overlays?.length);
}

/** Waits until a reader has been told a sentence politely. */
export async function awaitStatus(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('[role="status"], [aria-live="polite"]').filter({ hasText: text }).first().waitFor({
    state: 'attached',
  });
}

/** Waits until a reader has been interrupted by a sentence. */
export async function awaitAlert(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

/** Keeps what the page's own live region says: a sentence leaves it after some seconds, or as soon as another comes. */
export async function keepAnnounced(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver(() => {
      const sentence = document.querySelector('[data-announcer]')?.textContent ?? '';
      if (sentence !== '') said.push(sentence);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Waits until the live region has said a sentence since it was last asked about: a change of page or of step. */
export async function awaitAnnounced(page: Page, text: string): Promise<void> {
  await page.waitForFunction((words) => {
    const { said } = globalThis as unknown as { said: string[] };
    const place = said.findIndex((sentence) => sentence.toLowerCase().includes(words.toLowerCase()));
    if (place >= 0) said.splice(0, place + 1);
    return place >= 0;
  }, text);
}
