import type { Page } from 'playwright-core';

/**
 * Lets real time pass at a page that nobody touches: the only pause of a browser test. It is for a claim about that
 * time (nothing happens in it, or what it costs), for a fault that lasts, and for what the phone puts off without a
 * sign to look at. Whatever can be looked at is polled for instead: it comes sooner on a fast machine and later on a
 * busy one.
 */
export async function quietFor(page: Page, ms: number): Promise<void> {
  await page.waitForTimeout(ms);
}
