import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** No screen has this many tab stops, so after them the target is unreachable. */
const MOST_STOPS = 120;

/**
 * Presses Tab or Shift+Tab until an element has the focus. Every stop on the way must show its focus, and nothing may
 * cover it.
 */
export async function pressTabUntilFocused(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await target.first().waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    expect(await findFocusFault(page)).toBeNull();
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`${MOST_STOPS} times ${key} do not reach ${target}`);
}

/** @returns whether one of the elements has the focus. */
async function hasFocus(page: Page, target: Locator): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0;
}

/** Waits until the app has moved the focus to the element. */
export async function waitForFocus(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':focus')).waitFor();
}

/** @returns why the current focus is not visible; null when it is. */
async function findFocusFault(page: Page): Promise<string | null> {
  return await page.evaluate(() => {
    const focused = document.activeElement;
    // After the last stop the focus moves to the browser's own toolbar and then to the first stop.
    if (!focused || focused === document.body) return null;
    const name = `<${focused.tagName.toLowerCase()} class="${focused.className}"> ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`;
    if (!focused.matches(':focus-visible')) return `no :focus-visible on ${name}`;
    // Radio buttons and checkboxes show their focus on the surrounding label.
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

/** Presses Tab through an open overlay: nothing outside it may get the focus. */
export async function expectFocusTrapped(page: Page, overlay: Locator): Promise<void> {
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

/** Waits until an overlay and its history entry are gone; only then can it open again properly. */
export async function waitForOverlayClosed(page: Page, overlay: Locator): Promise<void> {
  await overlay.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !history.state?.overlays?.length);
}

/** Waits for a polite screen reader message. */
export async function waitForStatusMessage(page: Page, text: string | RegExp): Promise<void> {
  await page.locator('[role="status"], [aria-live="polite"]').filter({ hasText: text }).first().waitFor({
    state: 'attached',
  });
}

/** Waits for an assertive screen reader message. */
export async function waitForAlertMessage(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

/** Records the live region's messages, because each one is removed after seconds or by the next one. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver(() => {
      const sentence = document.querySelector('[data-announcer]')?.textContent ?? '';
      if (sentence !== '') said.push(sentence);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Waits for a recorded message about a change of page or step, newer than the last one waited for. */
export async function waitForAnnouncement(page: Page, text: string): Promise<void> {
  await page.waitForFunction((words) => {
    const { said } = globalThis as unknown as { said: string[] };
    const place = said.findIndex((sentence) => sentence.toLowerCase().includes(words.toLowerCase()));
    if (place >= 0) said.splice(0, place + 1);
    return place >= 0;
  }, text);
}
