import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Watched {
  lifecycle: { wasFrozen: boolean; isFrozen: boolean; ranFrozen: boolean };
}

/** Runs in the page and records whether a task runs between `freeze` and `resume`, without timers (tests fake them). */
function watchLifecycle(): void {
  const lifecycle = { wasFrozen: false, isFrozen: false, ranFrozen: false };
  Object.assign(globalThis, { lifecycle });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    lifecycle.ranFrozen ||= lifecycle.isFrozen;
  };
  document.addEventListener('freeze', () => {
    Object.assign(lifecycle, { wasFrozen: true, isFrozen: true });
    port2.postMessage(null);
  });
  document.addEventListener('resume', () => {
    lifecycle.isFrozen = false;
  });
}

/**
 * Playwright makes every page believe that it has the focus, so no page is ever hidden or frozen. Only Playwright's
 * own session can undo this.
 */
async function setFocusEmulation(page: Page, isOn: boolean): Promise<void> {
  const { _connection } = page as unknown as {
    _connection: { toImpl(of: Page): { delegate: { _mainFrameSession: { _client: CDPSession } } } };
  };
  const { _client } = _connection.toImpl(page).delegate._mainFrameSession;
  await _client.send('Emulation.setFocusEmulationEnabled', { enabled: isOn });
}

/**
 * Freezes a tab as a phone short of memory does: the tab is hidden, gets the events, and then runs no task.
 *
 * @returns a function that resumes and shows the tab.
 */
export async function freezeBrowserTab(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(watchLifecycle);
  const readLifecycle = () => page.evaluate(() => (globalThis as unknown as Watched).lifecycle);
  const session = await page.context().newCDPSession(page);
  await setFocusEmulation(page, false);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await expect.poll(readLifecycle).toMatchObject({ isFrozen: true });
  return async () => {
    expect(await readLifecycle(), 'the tab was frozen').toEqual({
      wasFrozen: true,
      isFrozen: true,
      ranFrozen: false,
    });
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await setFocusEmulation(page, true);
    await page.bringToFront();
  };
}
