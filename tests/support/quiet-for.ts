import type { Page } from 'playwright-core';

/**
 * Waits in real time without touching the page. It is the only sleep that browser tests may use: to check that nothing
 * happens meanwhile, to measure idle cost, to let a fault last, or to wait for deferred work without a visible sign.
 * Anything visible is polled for instead, because its time depends on the machine.
 */
export async function waitWithoutInteraction(page: Page, ms: number): Promise<void> {
  await page.waitForTimeout(ms);
}
